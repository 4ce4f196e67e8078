import { type PointerEvent, type RefObject, useEffect, useState } from "react";
import { useMedia } from "../ui/hydrated.tsx";
import { useSavesData } from "../ui/save-data.ts";
import { useNear } from "./near.ts";

/** Milliseconds of hovering before the next photo is fetched, so that a passing mouse costs nothing. */
const hoverDelay = 150;

/**
 * The photos of one card: still until a mouse rests on it, then one after the other; a finger swipes
 * them by itself (R101, Q18).
 * @param box the element around the photos
 * @param interval milliseconds between two photos
 */
export function useSlideshow(box: RefObject<HTMLElement | null>, photos: number, interval: number) {
  const [index, setIndex] = useState(0);
  const [isHovered, setIsHovered] = useState(false);
  const [fetched, setFetched] = useState(1);
  const isTouch = useMedia("(pointer: coarse)");
  // Each strip that a finger can move is a layer of its own, which every frame of the page pays for.
  const isNear = useNear(box);
  const isInReach = isNear && isTouch;
  const isSparing = useSavesData();
  const ahead = isSparing ? 0 : 1;
  const plays = isHovered && !isSparing && photos > 1;

  useEffect(() => {
    if (!plays || matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
    const fetch = setTimeout(() => setFetched((before) => Math.max(before, 2)), hoverDelay);
    const turn = setInterval(() => {
      setFetched((before) => Math.min(photos, before + 1));
      setIndex((before) => (before + 1) % photos);
    }, interval);
    return () => {
      clearTimeout(fetch);
      clearInterval(turn);
    };
  }, [plays, photos, interval]);

  return {
    isSparing,
    isNear,
    index,
    fetched,
    places: isInReach || fetched > 1 ? photos : 1,
    turnTo(next: number) {
      setIndex(next);
      setFetched((before) => Math.min(photos, Math.max(before, next + 1 + ahead)));
    },
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setIsHovered(pointerType === "mouse"),
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        setIsHovered(false);
        if (pointerType === "mouse") setIndex(0);
      },
      onTouchStart: () => setFetched((before) => Math.max(before, Math.min(1 + ahead, photos))),
    },
  };
}
