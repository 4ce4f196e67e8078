import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from "react";

/** Pixels a pointer travels before a press becomes a drag. */
const dragStart = 8;

/**
 * Lets a pointer drag elements marked with `data-photo` into another order. Sideways starts a drag on
 * touch screens; up and down still scrolls.
 * @param move told the dragged key and the key whose place it shall take
 * @returns the dragged key, the handler that begins, and whether the last press was a drag, not a click
 */
export function useReorder(move: (key: string, onto: string) => void) {
  const [dragged, setDragged] = useState<string>();
  const wasDrag = useRef(false);
  const release = useRef<() => void>(undefined);
  useEffect(() => () => release.current?.(), []);

  const grab = (key: string, press: ReactPointerEvent) => {
    if (press.button !== 0) return;
    const { clientX, clientY, pointerId } = press;
    wasDrag.current = false;
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
      if (onto !== undefined && onto !== key) move(key, onto);
    };
    const end = () => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      setDragged(undefined);
    };
    release.current?.();
    release.current = end;
    addEventListener("pointermove", follow);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  };
  return { dragged, grab, wasDrag: () => wasDrag.current };
}
