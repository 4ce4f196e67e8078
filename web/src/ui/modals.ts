import { useSyncExternalStore } from "react";

/** Open modal dialogs, the topmost last. Whatever must stay usable over a modal lives inside it. */
const open: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** @returns a function that takes the dialog off again */
export function stackModal(dialog: HTMLDialogElement): () => void {
  open.push(dialog);
  tell();
  return () => {
    const index = open.indexOf(dialog);
    if (index >= 0) open.splice(index, 1);
    tell();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The topmost open modal; undefined when the page itself can be used. */
export function useTopModal(): HTMLDialogElement | undefined {
  return useSyncExternalStore(
    subscribe,
    () => open.at(-1),
    () => undefined,
  );
}
