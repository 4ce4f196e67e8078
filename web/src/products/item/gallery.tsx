import { thumbnailBreakpoint, thumbnailsNarrow, thumbnailsWide } from "@market/contract/limits";
import * as catalogueMessages from "@market/contract/lists/messages";
import * as itemMessages from "@market/contract/products/messages";
import type { ProductImage } from "@market/contract/products/product";
import { type KeyboardEvent, Suspense, useRef, useState, useTransition } from "react";
import { lazyWithPreload } from "../../browser/lazy-with-preload.ts";
import { useMedia } from "../../browser/hydrated.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { LostDialog } from "../../ui/lost-dialog.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { Photo, type PhotoProps } from "../../photos/photo.tsx";
import { fills, shapeOf } from "../../photos/photo-shape.ts";
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
  const shape = shapeOf(images[0]);
  const hasOthers = images.length > 1;
  return (
    <div className={`gallery ${shape.name} ${hasOthers ? "" : "is-single"}`}>
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
          draw={(photo) =>
            fills(photo.image, shape.ratio) ? <Photo {...photo} /> : <FramedPhoto {...photo} />
          }
          label={count}
          onOpen={open}
        />
        <div className="absolute right-1 bottom-1 flex items-center">
          {hasOthers && (
            <span
              className="bg-shade pointer-events-none rounded-full px-2.5 py-1 text-sm text-white tabular-nums"
              aria-hidden="true"
            >
              {index + 1}/{images.length}
            </span>
          )}
          <IconButton
            icon="zoom-in"
            label={itemMessages.openPhoto(count)}
            look="photo"
            onClick={open}
            onFocus={() => void Lightbox.preload()}
          />
        </div>
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
      {hasOthers && <Thumbnails images={images} index={index} onIndex={setIndex} />}
    </div>
  );
}

/** A whole photo of another shape than its box, which it fills once more, blurred. */
const FramedPhoto = (photo: PhotoProps) => (
  <>
    <div className="absolute -inset-8 [filter:blur(24px)]" aria-hidden="true">
      <Photo {...photo} alt="" sizes="72px" />
    </div>
    <Photo {...photo} fit="contain" bare />
  </>
);

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
  const [followed, setFollowed] = useState(index);
  const last = Math.max(0, images.length - shown);
  const start = Math.min(first, last);
  // Whether by a thumbnail, a key or a finger on the photo.
  if (followed !== index) {
    setFollowed(index);
    setFirst(Math.min(index, Math.max(start, index - shown + 1)));
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onIndex((index + step + images.length) % images.length);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus(),
    );
  };

  return (
    <div className="gallery-strip">
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-orientation="horizontal"
        aria-label={itemMessages.photos}
        className="flex gap-1 lg:gap-2"
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
              onClick={() => onIndex(place)}
              className={`aria-selected:border-primary relative size-12 overflow-hidden rounded-button border-3 border-transparent lg:size-16 ${hidden}`}
            >
              <Photo image={image} alt="" sizes="72px" />
            </button>
          );
        })}
      </div>
      <Scroll
        icon="left"
        label={itemMessages.previousPhotos}
        isEnd={start === 0}
        className="ml-auto"
        onClick={() => setFirst(start - 1)}
      />
      <Scroll
        icon="right"
        label={itemMessages.nextPhotos}
        isEnd={start === last}
        onClick={() => setFirst(start + 1)}
      />
    </div>
  );
}

type ScrollProps = {
  icon: "left" | "right";
  label: string;
  isEnd: boolean;
  className?: string;
  onClick: () => void;
};

/** Keeps its name of up and down, and its focus, at either end of the line. */
function Scroll({ icon, label, isEnd, className = "", onClick }: ScrollProps) {
  return (
    <IconButton
      icon={icon}
      label={label}
      look="plain"
      aria-disabled={isEnd || undefined}
      onClick={isEnd ? undefined : onClick}
      className={`aria-disabled:text-muted aria-disabled:opacity-40 ${className}`}
    />
  );
}
