import { useSyncExternalStore } from "react";

type Modal = { dialog: HTMLDialogElement; dismiss: (() => void) | undefined };

/** Open modal dialogs, the topmost last. Whatever must stay usable over a modal lives inside it. */
const open: Modal[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  // Not `html:has(dialog)`: the browser would look through the page after every touch.
  document.documentElement.classList.toggle("has-modal", open.length > 0);
  for (const listener of listeners) listener();
}

/**
 * @param dismiss closes the dialog when the browser goes back; none where Back has its own way there
 * @returns a function that takes the dialog off again
 */
export function stackModal(dialog: HTMLDialogElement, dismiss?: () => void): () => void {
  const modal = { dialog, dismiss };
  open.push(modal);
  tell();
  return () => {
    open.splice(open.indexOf(modal), 1);
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
    () => open.at(-1)?.dialog,
    () => undefined,
  );
}

/** What closes the topmost modal in place of going back, if that is to be done. */
export function topDismiss(): (() => void) | undefined {
  return open.at(-1)?.dismiss;
}

/** The same, for components. */
export function useTopDismiss(): (() => void) | undefined {
  return useSyncExternalStore(subscribe, topDismiss, () => undefined);
}
