import type { ProductImage } from "@market/contract/photos/schemas";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Photo, type PhotoProps } from "./photo.tsx";

type Props = {
  images: readonly ProductImage[];
  /** Empty where the name stands beside the photos. */
  alt?: string;
  sizes: string;
  /** The photo in view; the strip follows it, and reports when a finger has moved it. */
  index: number;
  onIndex: (index: number) => void;
  places: number;
  fetched: number;
  eager?: boolean;
  /** Instead of a photo that fills its place. */
  draw?: (photo: PhotoProps & { image: ProductImage }) => ReactNode;
  /** Makes the strip focusable under this name; not inside a link. */
  label?: string;
  /** Called on a click on the photo; the keyboard must have another way. */
  onOpen?: () => void;
};

export function PhotoStrip(props: Props) {
  const { images, alt = "", sizes, index, onIndex, places, fetched, eager, label, onOpen } = props;
  const { draw = (photo) => <Photo {...photo} /> } = props;
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
          {place < Math.max(1, fetched) &&
            draw({ image, alt: place === 0 ? alt : "", sizes, eager: eager && place === 0 })}
        </div>
      ))}
    </div>
  );
}

function useFollow(box: RefObject<HTMLDivElement | null>, index: number): void {
  const followed = useRef(0);
  useEffect(() => {
    const strip = box.current;
    // Measured only when it must move: each measurement costs a layout.
    if (!strip || followed.current === index) return;
    followed.current = index;
    const seen = Math.round(strip.scrollLeft / Math.max(1, strip.clientWidth));
    if (seen !== index) strip.scrollTo({ left: index * strip.clientWidth, behavior: "instant" });
  }, [box, index]);
}
