import { useEffect, useRef } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import type { FormPhoto, PhotoQueue } from "./photo-queue.ts";

type Props = {
  queue: PhotoQueue;
  photos: readonly FormPhoto[];
  place: number;
};

/** What can be done with the chosen photo without dragging: another place in the order. */
export function PhotoTools({ queue, photos, place }: Props) {
  const tools = useRef<HTMLDivElement>(null);
  const { key = "" } = photos[place] ?? {};
  useEffect(() => tools.current?.querySelector("button")?.focus({ preventScroll: true }), [key]);
  const isFirst = place === 0;
  const isLast = place === photos.length - 1;
  return (
    <div
      ref={tools}
      role="group"
      aria-label={`Photo ${place + 1} of ${photos.length}`}
      className="mt-3 flex flex-wrap gap-2"
    >
      <Button
        kind="plain"

        aria-disabled={isFirst}
        onClick={() => queue.move(key, 0)}
      >
        Make cover
      </Button>
      <Button
        kind="plain"

        aria-disabled={isFirst}
        aria-label="Move left"
        onClick={() => queue.move(key, place - 1)}
      >
        <Icon name="left" />
      </Button>
      <Button
        kind="plain"

        aria-disabled={isLast}
        aria-label="Move right"
        onClick={() => queue.move(key, place + 1)}
      >
        <Icon name="right" />
      </Button>
    </div>
  );
}
