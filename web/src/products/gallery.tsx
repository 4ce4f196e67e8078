import { thumbnailBreakpoint, thumbnailsNarrow, thumbnailsWide } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import type { ProductImage } from "@market/contract/products";
import { type KeyboardEvent, lazy, Suspense, useRef, useState, useTransition } from "react";
import { useMedia } from "../ui/hydrated.tsx";
import { Icon } from "../ui/icon.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { Photo } from "./photo.tsx";
import { PhotoStrip } from "./photo-strip.tsx";

const importLightbox = () => import("./lightbox.tsx");
const Lightbox = lazy(async () => ({ default: (await importLightbox()).Lightbox }));

const bigSizes = "(width < 768px) 80vw, 440px";

/** The big photo, which a tap brings on the whole screen, and the strip of thumbnails beside it (R103 to R108, Q19). */
export function Gallery({ images, name }: { images: readonly ProductImage[]; name: string }) {
  const [index, setIndex] = useState(0);
  const [isClose, setIsClose] = useState(false);
  const [isOpening, startOpening] = useTransition();
  const open = () => startOpening(() => setIsClose(true));
  const count = messages.photo(index + 1, images.length);
  return (
    <div
      className={`grid gap-3 ${images.length > 1 ? "grid-cols-[64px_1fr] md:grid-cols-[72px_1fr]" : ""}`}
    >
      {images.length > 1 && <Thumbnails images={images} index={index} onIndex={setIndex} />}
      <div
        className="relative aspect-4/5 max-h-[56dvh] w-full overflow-hidden rounded-card md:max-h-none"
        onPointerDown={() => void importLightbox()}
      >
        <PhotoStrip
          images={images}
          alt={name}
          sizes={bigSizes}
          index={index}
          onIndex={setIndex}
          places={images.length}
          fetched={index + 2}
          eager
          fit="contain"
          label={count}
          onOpen={open}
        />
        <button
          type="button"
          aria-label={messages.openPhoto(count)}
          onClick={open}
          onFocus={() => void importLightbox()}
          className="pressable bg-surface text-ink border-line absolute right-2 bottom-2 grid size-12 place-items-center rounded-full border"
        >
          <Icon name="zoom-in" />
        </button>
        {isOpening && <Coming />}
        <Suspense>
          {isClose && (
            <Lightbox
              images={images}
              name={name}
              index={index}
              onIndex={setIndex}
              onClose={() => setIsClose(false)}
            />
          )}
        </Suspense>
      </div>
    </div>
  );
}

function Coming() {
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center transition-opacity delay-150 starting:opacity-0">
      <Spinner large />
    </div>
  );
}

type ThumbnailProps = {
  images: readonly ProductImage[];
  index: number;
  onIndex: (index: number) => void;
};

function Thumbnails({ images, index, onIndex }: ThumbnailProps) {
  const isNarrow = useMedia(`(width < ${thumbnailBreakpoint}px)`);
  const shown = isNarrow ? thumbnailsNarrow : thumbnailsWide;
  const list = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const last = Math.max(0, images.length - shown);
  const start = Math.min(first, last);

  const select = (next: number) => {
    onIndex(next);
    if (next < start) setFirst(next);
    if (next >= start + shown) setFirst(next - shown + 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (index + step + images.length) % images.length;
    select(next);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus(),
    );
  };

  return (
    <div className="grid content-start gap-2">
      <Scroll
        icon="up"
        label={messages.previousPhotos}
        isEnd={start === 0}
        onClick={() => setFirst(start - 1)}
      />
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-orientation="vertical"
        aria-label={messages.photos}
        className="grid gap-2"
        onKeyDown={onKeyDown}
      >
        {images.slice(start, start + shown).map((image, offset) => {
          const place = start + offset;
          const isChosen = place === index;
          return (
            <button
              key={image.url}
              type="button"
              role="tab"
              aria-selected={isChosen}
              aria-label={messages.photo(place + 1, images.length)}
              tabIndex={
                isChosen || (offset === 0 && (index < start || index >= start + shown)) ? 0 : -1
              }
              onClick={() => select(place)}
              className={`aria-selected:outline-primary relative aspect-square w-full overflow-hidden rounded-button outline-offset-1 aria-selected:outline-3 ${isSpare(offset) ? "max-lg:hidden" : ""}`}
            >
              <Photo image={image} alt="" sizes="72px" />
            </button>
          );
        })}
      </div>
      <Scroll
        icon="down"
        label={messages.nextPhotos}
        isEnd={start === last}
        onClick={() => setFirst(start + 1)}
      />
    </div>
  );
}

/** A document knows no screen: a narrow one hides what it will not show, so that nothing moves later. */
function isSpare(offset: number): boolean {
  return offset >= thumbnailsNarrow;
}

type ScrollProps = { icon: "up" | "down"; label: string; isEnd: boolean; onClick: () => void };

function Scroll({ icon, label, isEnd, onClick }: ScrollProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isEnd || undefined}
      onClick={isEnd ? undefined : onClick}
      className="pressable bg-surface border-line text-ink grid h-12 place-items-center rounded-button border aria-disabled:opacity-40"
    >
      <Icon name={icon} />
    </button>
  );
}
