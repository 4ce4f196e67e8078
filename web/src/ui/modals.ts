import { holdBack } from "../browser/hold-back.ts";
import { createStore, useStore } from "../browser/store.ts";

/** Topmost last. Whatever must stay usable over a modal renders inside it. */
const open = createStore<readonly HTMLDialogElement[]>([]);

function change(next: readonly HTMLDialogElement[]): void {
  // `html:has(dialog)` would be evaluated after every touch.
  document.documentElement.classList.toggle("has-modal", next.length > 0);
  open.set(next);
}

/** @param dismiss closes the dialog on Back. @returns a function that removes it */
export function stackModal(dialog: HTMLDialogElement, dismiss?: () => void): () => void {
  const release = dismiss && holdBack(dismiss);
  change([...open.get(), dialog]);
  return () => {
    release?.();
    change(open.get().filter((other) => other !== dialog));
  };
}

export function useTopModal(): HTMLDialogElement | undefined {
  return useStore(open).at(-1);
}
