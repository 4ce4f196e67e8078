import { thumbnailBreakpoint, thumbnailsNarrow, thumbnailsWide } from "@market/contract/limits";
import * as catalogueMessages from "@market/contract/lists/messages";
import * as itemMessages from "@market/contract/products/messages";
import type { ProductImage } from "@market/contract/products/product";
import { type KeyboardEvent, Suspense, useRef, useState, useTransition } from "react";
import { lazyWithPreload } from "../../browser/lazy-with-preload.ts";
import { useMedia } from "../../browser/hydrated.tsx";
import { Icon } from "../../ui/more-icons.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { LostDialog } from "../../ui/lost-dialog.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { Photo } from "../../photos/photo.tsx";
import { PhotoStrip } from "../../photos/photo-strip.tsx";

const Lightbox = lazyWithPreload(async () => (await import("./lightbox.tsx")).Lightbox, LostDialog);

/** A little less than the width: phones of two device pixels to one then take the file of 640 and not of 1280. */
const bigSizes = "(width < 768px) 88vw, 560px";

/** The big photo, which opens the lightbox, and its thumbnails (R103 to R108, Q19). */
export function Gallery({ images, name }: { images: readonly ProductImage[]; name: string }) {
  const [index, setIndex] = useState(0);
  const [isClose, setIsClose] = useState(false);
  const [isOpening, startOpening] = useTransition();
  const open = () => startOpening(() => setIsClose(true));
  const count = catalogueMessages.photo(index + 1, images.length);
  return (
    <div className={`gallery ${images.length > 1 ? "" : "is-single"}`}>
      {images.length > 1 && <Thumbnails images={images} index={index} onIndex={setIndex} />}
      <div className="gallery-photo" onPointerDown={() => void Lightbox.preload()}>
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
        <IconButton
          icon="zoom-in"
          label={itemMessages.openPhoto(count)}
          className="absolute right-2 bottom-2"
          onClick={open}
          onFocus={() => void Lightbox.preload()}
        />
        {isOpening && (
          <div className="pointer-events-none absolute inset-0 grid place-items-center transition-opacity delay-150 starting:opacity-0">
            <Spinner large />
          </div>
        )}
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
    <div className="gallery-strip">
      <Scroll
        icon="up"
        label={itemMessages.previousPhotos}
        isEnd={start === 0}
        onClick={() => setFirst(start - 1)}
      />
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-orientation="vertical"
        aria-label={itemMessages.photos}
        className="flex gap-1.5 lg:flex-col lg:gap-2"
        onKeyDown={onKeyDown}
      >
        {images.slice(start, start + shown).map((image, offset) => {
          const place = start + offset;
          const isChosen = place === index;
          // By CSS, because the server does not know the width of the screen.
          const hidden = offset >= thumbnailsNarrow ? "max-lg:hidden" : "";
          return (
            <button
              key={image.url}
              type="button"
              role="tab"
              aria-selected={isChosen}
              aria-label={catalogueMessages.photo(place + 1, images.length)}
              tabIndex={
                isChosen || (offset === 0 && (index < start || index >= start + shown)) ? 0 : -1
              }
              onClick={() => select(place)}
              className={`aria-selected:border-primary relative size-13 overflow-hidden rounded-button border-3 border-white lg:size-16 lg:border-transparent ${hidden}`}
            >
              <Photo image={image} alt="" sizes="72px" />
            </button>
          );
        })}
      </div>
      <Scroll
        icon="down"
        label={itemMessages.nextPhotos}
        isEnd={start === last}
        onClick={() => setFirst(start + 1)}
      />
    </div>
  );
}

type ScrollProps = { icon: "up" | "down"; label: string; isEnd: boolean; onClick: () => void };

function Scroll({ icon, label, isEnd, onClick }: ScrollProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isEnd || undefined}
      onClick={isEnd ? undefined : onClick}
      className="pressable bg-surface border-line text-ink grid h-12 w-9 place-items-center rounded-button border aria-disabled:opacity-60 lg:w-16"
    >
      {/* A row below 900 px, a column from there on. */}
      <Icon name={icon} className="size-5 max-lg:-rotate-90" />
    </button>
  );
}
