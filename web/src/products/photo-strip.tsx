import type { ProductImage } from "@market/contract/products";
import { type RefObject, useEffect, useRef } from "react";
import { Photo } from "./photo.tsx";

type Props = {
  images: readonly ProductImage[];
  alt: string;
  sizes: string;
  /** Which photo is in view; the strip follows it, and tells when a finger has moved it. */
  index: number;
  onIndex: (index: number) => void;
  /** How many places the strip has; those without a fetched photo stay empty. */
  places: number;
  /** How many photos, from the first, may be fetched. */
  fetched: number;
  eager?: boolean;
  fit?: "cover" | "contain";
  blurred?: boolean;
  /** Makes the strip a stop of the keyboard, under this name; not inside a link. */
  label?: string;
  /** Hears a click or tap on the photo in view; the keyboard must have another way to it. */
  onOpen?: () => void;
};

/** Photos side by side, one in view, moved by a finger or by `index`. */
export function PhotoStrip({
  images,
  alt,
  sizes,
  index,
  onIndex,
  places,
  fetched,
  eager,
  fit,
  blurred,
  label,
  onOpen,
}: Props) {
  const box = useRef<HTMLDivElement>(null);
  const shown = images.slice(0, places);
  useFollow(box, index);
  return (
    <div
      ref={box}
      className={`photo-strip ${shown.length > 1 ? "is-movable" : ""} ${onOpen ? "cursor-zoom-in" : ""}`}
      onClick={onOpen}
      {...(label !== undefined && { role: "group", "aria-label": label, tabIndex: 0 })}
      onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
        const seen = Math.round(scrollLeft / Math.max(1, clientWidth));
        if (seen !== index) onIndex(seen);
      }}
    >
      {shown.map((image, place) => (
        <div key={image.url} className="relative w-full shrink-0 snap-center">
          {place < Math.max(1, fetched) && (
            <Photo
              image={image}
              alt={place === 0 ? alt : ""}
              sizes={sizes}
              eager={eager && place === 0}
              fit={fit}
              blurred={blurred}
            />
          )}
        </div>
      ))}
    </div>
  );
}

function useFollow(box: RefObject<HTMLDivElement | null>, index: number): void {
  const followed = useRef(0);
  useEffect(() => {
    const strip = box.current;
    // Where a strip stands is only asked when it must move: each question costs a layout of the page.
    if (!strip || followed.current === index) return;
    followed.current = index;
    const seen = Math.round(strip.scrollLeft / Math.max(1, strip.clientWidth));
    if (seen !== index) strip.scrollTo({ left: index * strip.clientWidth, behavior: "instant" });
  }, [box, index]);
}
