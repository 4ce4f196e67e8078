/** A ref: the element takes the focus when it appears. */
export const focus = (element: HTMLElement | null): void => element?.focus();
