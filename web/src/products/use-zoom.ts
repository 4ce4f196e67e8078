import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import {
  bounded,
  closeUp,
  fitted,
  type Point,
  type Size,
  type View,
  wholeView,
  zoomAt,
} from "./zoom.ts";

/** Milliseconds and pixels within which two taps are one double tap. */
const doubleTap = { within: 300, near: 30 };
/** Pixels that a finger must move sideways to turn to the next photo. */
const swipe = 50;

/**
 * Pinch, double tap, wheel and drag over one photo; put `stage` around it and `picture` on it.
 * @param turn hears a swipe while the whole photo is seen
 */
export function useZoom(size: Size, turn: (step: number) => void) {
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(wholeView);
  const pointers = useRef(new Map<number, Point>());
  const started = useRef<Point>(undefined);
  const tapped = useRef<Point & { at: number }>(undefined);

  useEffect(() => {
    const { style } = picture.current ?? {};
    if (style) style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
  }, [view]);

  const look = (change: (before: View) => View) =>
    setView((before) => {
      const box = stage.current?.getBoundingClientRect();
      return box ? bounded(change(before), fitted(size, box), box) : before;
    });
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = stage.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 };
  };
  const zoomBy = (factor: number, point: Point = { x: 0, y: 0 }) =>
    look((before) => zoomAt(before, before.scale * factor, point));
  const moveBy = ({ x, y }: Point) =>
    look((before) => ({ ...before, x: before.x + x, y: before.y + y }));
  const toggle = (point: Point = { x: 0, y: 0 }) =>
    look((before) => (before.scale > 1 ? wholeView : zoomAt(before, closeUp, point)));

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 300)), fromMiddle(event));
  });
  const onResize = useEffectEvent(() => look((held) => held));
  useEffect(() => {
    const box = stage.current;
    const wheel = (event: WheelEvent) => onWheel(event);
    const keep = (event: TouchEvent) => event.preventDefault();
    const resize = () => onResize();
    // React's own listeners are passive: they could not keep a pinch on a trackpad from the whole
    // page, nor a swipe from being taken for a scroll, whose momentum swallows the next tap.
    box?.addEventListener("wheel", wheel, { passive: false });
    box?.addEventListener("touchmove", keep, { passive: false });
    addEventListener("resize", resize);
    return () => {
      box?.removeEventListener("wheel", wheel);
      box?.removeEventListener("touchmove", keep);
      removeEventListener("resize", resize);
    };
  }, []);

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, fromMiddle(event));
    started.current = pointers.current.size === 1 ? fromMiddle(event) : undefined;
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = fromMiddle(event);
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId);
    pointers.current.set(event.pointerId, now);
    if (!other) {
      moveBy({ x: now.x - before.x, y: now.y - before.y });
      return;
    }
    const [, still] = other;
    const apart = (one: Point) => Math.hypot(one.x - still.x, one.y - still.y);
    const middle = { x: (now.x + still.x) / 2, y: (now.y + still.y) / 2 };
    zoomBy(apart(now) / Math.max(1, apart(before)), middle);
  };
  const onPointerUp = (event: PointerEvent) => {
    const end = fromMiddle(event);
    const from = started.current;
    pointers.current.delete(event.pointerId);
    started.current = undefined;
    if (!from) return;
    const [across, down] = [end.x - from.x, end.y - from.y];
    if (view.scale === 1 && Math.abs(across) > Math.max(swipe, Math.abs(down))) {
      turn(across < 0 ? 1 : -1);
      return;
    }
    if (Math.hypot(across, down) > 10) return;
    const last = tapped.current;
    const isDouble =
      last !== undefined &&
      event.timeStamp - last.at < doubleTap.within &&
      Math.hypot(end.x - last.x, end.y - last.y) < doubleTap.near;
    tapped.current = isDouble ? undefined : { ...end, at: event.timeStamp };
    // A mouse needs one click; the second of a double click must not undo it.
    if (isDouble !== (event.pointerType === "mouse")) toggle(end);
  };
  const onPointerCancel = ({ pointerId }: PointerEvent) => {
    pointers.current.delete(pointerId);
    started.current = undefined;
  };

  return {
    stage,
    picture,
    isClose: view.scale > 1,
    moveBy,
    zoomBy,
    toggle: () => toggle(),
    reset: () => setView(wholeView),
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel,
    },
  };
}
