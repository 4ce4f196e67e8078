import { useEffect, useEffectEvent, useRef } from "react";
import { fetchEngine } from "../router/late-engine.ts";

/**
 * An entry of the history for what is open over the page, so that Back closes it and the page stays,
 * even where the entry before is another document. The router never hears of it: to the router it looks
 * like the entry below.
 * @param onClosed called when the entry is gone
 * @returns a function that closes it as Back does, and then does what is wanted next
 */
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
    let isOver = false;
    const onBack = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      closed();
    };
    const begin = () => {
      if (isOver) return;
      history.pushState(history.state, "");
      isThere.current = true;
      addEventListener("popstate", onBack, { capture: true });
    };
    // The router marks the page's own entry when it comes.
    fetchEngine().then(begin, begin);
    return () => {
      isOver = true;
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
