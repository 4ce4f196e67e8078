import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from "react";

/** Pixels a pointer travels before a press becomes a drag. */
const dragStart = 8;

/** Lets a pointer drag elements marked with `data-photo` onto each other; vertical drags still scroll on touch screens. */
export function useReorder(
  move: (key: string, onto: string) => void,
  drop?: (key: string, onto: string) => void,
) {
  const [dragged, setDragged] = useState<string>();
  const wasDrag = useRef(false);
  const release = useRef<() => void>(undefined);
  useEffect(() => () => release.current?.(), []);

  const grab = (key: string, press: ReactPointerEvent) => {
    if (press.button !== 0) return;
    const { clientX, clientY, pointerId } = press;
    wasDrag.current = false;
    let last: string | undefined;
    const follow = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      if (!wasDrag.current) {
        if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < dragStart) return;
        wasDrag.current = true;
        setDragged(key);
      }
      const under = document
        .elementFromPoint(event.clientX, event.clientY)
        ?.closest<HTMLElement>("[data-photo]");
      const onto = under?.dataset.photo;
      last = onto;
      if (onto !== undefined && onto !== key) move(key, onto);
    };
    const released = new AbortController();
    const { signal } = released;
    const end = () => {
      released.abort();
      setDragged(undefined);
    };
    release.current?.();
    release.current = end;
    addEventListener("pointermove", follow, { signal });
    const put = () => {
      end();
      if (wasDrag.current && last !== undefined && last !== key) drop?.(key, last);
    };
    addEventListener("pointerup", put, { signal });
    addEventListener("pointercancel", end, { signal });
  };
  return { dragged, grab, wasDrag: () => wasDrag.current };
}
