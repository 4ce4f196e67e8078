import type { MouseEvent as ReactMouseEvent } from "react";

export function isPlainClick(event: MouseEvent | ReactMouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
  return !event.defaultPrevented && button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
