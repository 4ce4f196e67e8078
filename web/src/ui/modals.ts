import { createStore, useStore } from "../browser/store.ts";

type Modal = { dialog: HTMLDialogElement; dismiss: (() => void) | undefined };

/** Topmost last. Whatever must stay usable over a modal renders inside it. */
const open = createStore<readonly Modal[]>([]);

function change(next: readonly Modal[]): void {
  // `html:has(dialog)` would be evaluated after every touch.
  document.documentElement.classList.toggle("has-modal", next.length > 0);
  open.set(next);
}

/** @param dismiss closes the dialog on Back. @returns a function that removes it */
export function stackModal(dialog: HTMLDialogElement, dismiss?: () => void): () => void {
  const modal = { dialog, dismiss };
  change([...open.get(), modal]);
  return () => change(open.get().filter((other) => other !== modal));
}

export function useTopModal(): HTMLDialogElement | undefined {
  return useStore(open).at(-1)?.dialog;
}

export function topDismiss(): (() => void) | undefined {
  return open.get().at(-1)?.dismiss;
}

export function useTopDismiss(): (() => void) | undefined {
  return useStore(open).at(-1)?.dismiss;
}
