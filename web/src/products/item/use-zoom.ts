import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";

/** `x` and `y` are how far the picture's middle is from the stage's, in CSS pixels. */
type View = { readonly scale: number; readonly x: number; readonly y: number };
type Size = { readonly width: number; readonly height: number };
type Point = { readonly x: number; readonly y: number };

export const wholeView: View = { scale: 1, x: 0, y: 0 };
const closeUp = 2.5;
const mostScale = 5;
const doubleTap = { within: 300, near: 30 };
const swipe = 50;

/** Pinch, double tap, wheel and drag on one photo. `turn` is called for a swipe while the whole photo is seen. */
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
    const leaving = new AbortController();
    const { signal } = leaving;
    const box = stage.current;
    // React's own listeners are passive, and could not keep pinches and swipes from the page.
    const options = { passive: false, signal };
    box?.addEventListener("wheel", (event) => onWheel(event), options);
    box?.addEventListener("touchmove", (event) => event.preventDefault(), options);
    addEventListener("resize", () => onResize(), { signal });
    return () => leaving.abort();
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
    // A mouse toggles with one click; the second of a double click must not undo it.
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
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel },
  };
}

export function fitted(picture: Size, stage: Size): Size {
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

/** Changes the scale around a point, which is measured from the middle of the stage. */
export function zoomAt(view: View, scale: number, point: Point): View {
  const next = Math.min(mostScale, Math.max(1, scale));
  const grown = next / view.scale;
  return {
    scale: next,
    x: point.x - (point.x - view.x) * grown,
    y: point.y - (point.y - view.y) * grown,
  };
}

/** The nearest view that shows no needless empty space. `shown` is the size at scale 1. */
export function bounded(view: View, shown: Size, stage: Size): View {
  const limit = (of: number, length: number, available: number) => {
    const most = Math.max(0, (length * view.scale - available) / 2);
    return Math.min(most, Math.max(-most, of)) || 0;
  };
  return {
    scale: view.scale,
    x: limit(view.x, shown.width, stage.width),
    y: limit(view.y, shown.height, stage.height),
  };
}
