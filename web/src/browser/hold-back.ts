/** The topmost last. */
const holds: (() => void)[] = [];
let isReturning = false;

/** Makes Back call `onBack` instead of leaving the page, until the returned function is called; the router does not see it. */
export function holdBack(onBack: () => void): () => void {
  // A separate function for each, since the same one may be registered twice.
  const hold = () => onBack();
  holds.push(hold);
  return () => {
    if (holds.includes(hold)) holds.splice(holds.indexOf(hold), 1);
  };
}

/** Must be called before the router listens: on a window, listeners are called in the order of their registration. */
export function watchBack(): void {
  addEventListener("popstate", onPopState);
}

/** The browser has left the entry already: it is sent forward again. Forward over a dialog is taken for Back. */
function onPopState(event: PopStateEvent): void {
  const isReturn = isReturning;
  isReturning = false;
  const hold = isReturn ? undefined : holds.at(-1);
  if (!isReturn && !hold) return;
  event.stopImmediatePropagation();
  if (!hold) return;
  isReturning = true;
  history.forward();
  hold();
}
