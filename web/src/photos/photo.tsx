import type { ProductImage } from "@market/contract/photos/schemas";
import { type RefObject, useEffect, useRef, useState } from "react";
import { whenUsed } from "../browser/first-use.ts";

export type PhotoProps = {
  image: ProductImage | string;
  alt: string;
  sizes: string;
  eager?: boolean;
  fit?: "cover" | "contain";
  /** Without the dominant colour behind it, where the box is much larger than the picture. */
  bare?: boolean;
};

/** Milliseconds near the screen before a blurred placeholder is drawn. */
const settled = 100;

export const fallbackPhoto = "/no-photo.svg";

/** Fills its positioned box: the dominant colour first, then the thumbhash, then the picture. */
export function Photo({
  image,
  alt,
  sizes,
  eager = false,
  fit = "cover",
  bare = false,
}: PhotoProps) {
  const element = useRef<HTMLImageElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const whole = typeof image === "string" ? undefined : image;
  const address = typeof image === "string" ? image : image.url;
  useThumbhash(element, whole?.thumbhash);
  useEffect(() => {
    // A failure before hydration has called no handler.
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

function useThumbhash(
  element: RefObject<HTMLImageElement | null>,
  thumbhash: string | undefined,
): void {
  useEffect(() => {
    const image = element.current;
    if (!image || !thumbhash || image.complete) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const near = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (entry?.isIntersecting) timer = setTimeout(() => void blur(image, thumbhash), settled);
      },
      { rootMargin: "120px" },
    );
    // The colour is enough until the first touch, because the code would delay the pictures.
    const cancel = whenUsed(() => near.observe(image));
    const end = () => {
      cancel();
      near.disconnect();
      clearTimeout(timer);
      image.style.removeProperty("background-image");
    };
    image.addEventListener("load", end, { once: true });
    return () => {
      end();
      image.removeEventListener("load", end);
    };
  }, [element, thumbhash]);
}
