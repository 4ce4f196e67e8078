import { type PointerEvent, useEffect, useState } from "react";
import { useMedia } from "../browser/hydrated.tsx";
import { useSavesData } from "../browser/save-data.ts";

const hoverDelay = 150;

/** Shows the photos in turn while a mouse rests on the card (R101, Q18). `interval` in milliseconds. */
export function useSlideshow(photos: number, interval: number) {
  const [index, setIndex] = useState(0);
  const [isHovered, setIsHovered] = useState(false);
  const [fetched, setFetched] = useState(1);
  const isTouch = useMedia("(pointer: coarse)");
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
    strip: {
      index,
      fetched,
      places: isTouch || fetched > 1 ? photos : 1,
      onIndex(next: number) {
        setIndex(next);
        setFetched((before) => Math.min(photos, Math.max(before, next + 1 + ahead)));
      },
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
