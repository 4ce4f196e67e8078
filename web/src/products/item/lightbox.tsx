import * as catalogueMessages from "@market/contract/lists/messages";
import * as itemMessages from "@market/contract/products/messages";
import type { ProductImage } from "@market/contract/products/product";
import { type KeyboardEvent, useRef } from "react";
import { CloseButton, Dialog } from "../../ui/dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Photo } from "../../photos/photo.tsx";
import { useZoom } from "./use-zoom.ts";

/** Pixels that an arrow key moves a zoomed photo, and the factor of + and -. */
const keyStep = 80;
const keyZoom = 1.5;

type Props = {
  images: readonly ProductImage[];
  name: string;
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
};

export function Lightbox({ images, name, index, onIndex, onClose }: Props) {
  const closeButton = useRef<HTMLButtonElement>(null);
  const image = images[index] as ProductImage;
  const hasOthers = images.length > 1;
  const turn = (step: number) => {
    if (hasOthers) onIndex((index + step + images.length) % images.length);
  };
  const { stage, picture, isClose, moveBy, zoomBy, toggle, reset, handlers } = useZoom(image, turn);
  const turnWhole = (step: number) => {
    reset();
    turn(step);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = {
      ArrowLeft: () => (isClose ? moveBy({ x: keyStep, y: 0 }) : turnWhole(-1)),
      ArrowRight: () => (isClose ? moveBy({ x: -keyStep, y: 0 }) : turnWhole(1)),
      ArrowUp: () => moveBy({ x: 0, y: keyStep }),
      ArrowDown: () => moveBy({ x: 0, y: -keyStep }),
      "+": () => zoomBy(keyZoom),
      "=": () => zoomBy(keyZoom),
      "-": () => zoomBy(1 / keyZoom),
      "0": reset,
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      label={catalogueMessages.photosOf(name)}
      className="dialog-lightbox"
      initialFocus={closeButton}
    >
      <div className="contents" onKeyDown={onKeyDown}>
        <div
          ref={stage}
          className={`absolute inset-0 touch-none overflow-hidden select-none ${isClose ? "cursor-grab" : "cursor-zoom-in"}`}
          {...handlers}
        >
          {/* The stage takes the touches: one that begins on the picture would be lost when that is replaced. */}
          <div ref={picture} className="pointer-events-none absolute inset-0">
            <Photo
              key={image.url}
              image={image}
              alt={name}
              sizes="1280px"
              eager
              fit="contain"
              bare
            />
          </div>
        </div>
        <p
          className="bg-surface border-line rounded-full border px-3 py-1 absolute top-5 left-4 text-sm tabular-nums"
          role="status"
        >
          {catalogueMessages.photo(index + 1, images.length)}
        </p>
        <div className="absolute inset-x-0 bottom-[calc(16px+env(safe-area-inset-bottom))] mx-auto flex w-fit gap-2">
          {hasOthers && (
            <IconButton
              icon="left"
              label={itemMessages.previousPhoto}
              onClick={() => turnWhole(-1)}
            />
          )}
          <IconButton
            icon={isClose ? "zoom-out" : "zoom-in"}
            label={isClose ? itemMessages.zoomOut : itemMessages.zoomIn}
            onClick={toggle}
          />
          {hasOthers && (
            <IconButton icon="right" label={itemMessages.nextPhoto} onClick={() => turnWhole(1)} />
          )}
        </div>
        <CloseButton ref={closeButton} onClick={onClose} className="absolute top-3 right-3" />
      </div>
    </Dialog>
  );
}
