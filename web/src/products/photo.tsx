import type { ProductImage } from "@market/contract/products";
import { type RefObject, useEffect, useRef, useState } from "react";
import { whenUsed } from "../ui/first-use.ts";

type Props = {
  /** A plain address comes from clients that know nothing of variants. */
  image: ProductImage | string;
  alt: string;
  /** Widths for the browser's choice among the variants, as in `sizes` of HTML. */
  sizes: string;
  /** Fetched at once and first; for the photos of the first screen. */
  eager?: boolean;
  fit?: "cover" | "contain";
  /** Without the ground of the dominant colour, where the box is larger than the picture by far. */
  bare?: boolean;
  /** Whether its blurred likeness is drawn while it is on its way; not for cards that only fly past. */
  blurred?: boolean;
};

/** Stands in for a picture that fails (R494). */
export const fallbackPhoto = "/no-photo.svg";

/**
 * One photo, filling its box: the dominant colour first, then the thumbhash, then the picture. The
 * box must be positioned and have a size. A picture that fails is replaced once (R494).
 */
export function Photo({
  image,
  alt,
  sizes,
  eager = false,
  fit = "cover",
  bare = false,
  blurred = true,
}: Props) {
  const element = useRef<HTMLImageElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const whole = typeof image === "string" ? undefined : image;
  const address = typeof image === "string" ? image : image.url;
  useThumbhash(element, blurred ? whole?.thumbhash : undefined);
  useEffect(() => {
    // A failure before hydration has told nobody.
    if (element.current?.complete && element.current.naturalWidth === 0) setHasFailed(true);
  }, [address]);

  const types = hasFailed ? [] : [...new Set(whole?.sources.map(({ type }) => type))].sort();
  return (
    <>
      {!bare && (
        <svg
          className="absolute inset-0 size-full bg-current"
          color={whole?.color ?? "#868b94"}
          aria-hidden="true"
        />
      )}
      <picture className="contents">
        {types.map((type) => (
          <source key={type} type={type} sizes={sizes} srcSet={sourceSet(whole, type)} />
        ))}
        <img
          ref={element}
          src={hasFailed ? fallbackPhoto : address}
          alt={alt}
          width={whole?.width}
          height={whole?.height}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : undefined}
          decoding="async"
          draggable={false}
          onError={() => setHasFailed(true)}
          className={`absolute inset-0 size-full ${bare ? "bg-contain" : "bg-cover"} bg-center bg-no-repeat ${fit === "cover" ? "object-cover" : "object-contain"}`}
        />
      </picture>
    </>
  );
}

function sourceSet(image: ProductImage | undefined, type: string): string | undefined {
  return image?.sources
    .filter((source) => source.type === type)
    .map(({ url, width }) => `${url} ${width}w`)
    .join(", ");
}

async function blur(image: HTMLImageElement, thumbhash: string): Promise<void> {
  if (image.complete) return;
  const { thumbHashToDataURL } = await import("thumbhash");
  if (image.complete) return;
  const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));
  image.style.backgroundImage = `url(${thumbHashToDataURL(bytes)})`;
}

/** Shows the blurred likeness while the picture is on its way; its code is only fetched when needed. */
function useThumbhash(
  element: RefObject<HTMLImageElement | null>,
  thumbhash: string | undefined,
): void {
  useEffect(() => {
    const image = element.current;
    if (!image || !thumbhash || image.complete) return undefined;
    const clear = () => image.style.removeProperty("background-image");
    image.addEventListener("load", clear, { once: true });
    // Before that the dominant colour is enough: the code would only take the line from the pictures.
    const stop = whenUsed(() => void blur(image, thumbhash));
    return () => {
      stop();
      image.removeEventListener("load", clear);
    };
  }, [element, thumbhash]);
}
