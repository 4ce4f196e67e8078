import { useEffect, useEffectEvent, useRef } from "react";

/** Lets Back close an overlay, unseen by the router. @returns a function that closes it as Back does, then calls `next` */
export function useBackEntry(isOpen: boolean, onClosed: () => void): (next?: () => void) => void {
  const isThere = useRef(false);
  const wanted = useRef<() => void>(undefined);
  const closed = useEffectEvent(() => {
    isThere.current = false;
    onClosed();
    wanted.current?.();
    wanted.current = undefined;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const onBack = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      closed();
    };
    history.pushState(history.state, "");
    isThere.current = true;
    addEventListener("popstate", onBack, { capture: true });
    return () => {
      isThere.current = false;
      removeEventListener("popstate", onBack, { capture: true });
    };
  }, [isOpen]);
  return (next) => {
    wanted.current = next;
    if (isThere.current) history.back();
    else {
      wanted.current = undefined;
      onClosed();
      next?.();
    }
  };
}
