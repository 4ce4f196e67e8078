import { messages } from "@market/contract/messages";
import type { ProductImage } from "@market/contract/products";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { CloseButton, Dialog } from "../ui/dialog.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Photo } from "./photo.tsx";
import { useZoom } from "./use-zoom.ts";

/** Pixels by which an arrow key moves a photo that is looked at closely, and the scale of + and -. */
const keyStep = 80;
const keyZoom = 1.5;

type Props = {
  images: readonly ProductImage[];
  name: string;
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
};

/** One photo on the whole screen: pinch, double tap or wheel bring it closer, a swipe turns to the next. */
export function Lightbox({ images, name, index, onIndex, onClose }: Props) {
  const closeButton = useRef<HTMLButtonElement>(null);
  const turn = (step: number) => {
    if (images.length > 1) onIndex((index + step + images.length) % images.length);
  };
  const image = images[index];
  if (!image) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      label={messages.photosOf(name)}
      className="dialog-lightbox"
      initialFocus={closeButton}
    >
      <Stage
        image={image}
        name={name}
        count={messages.photo(index + 1, images.length)}
        hasOthers={images.length > 1}
        turn={turn}
      >
        <CloseButton ref={closeButton} onClick={onClose} className="absolute top-3 right-3" />
      </Stage>
    </Dialog>
  );
}

type StageProps = {
  image: ProductImage;
  name: string;
  count: string;
  hasOthers: boolean;
  turn: (step: number) => void;
  children: ReactNode;
};

/** The photo, and all that has to do with it; keys work wherever in here the focus is. */
function Stage({ image, name, count, hasOthers, turn, children }: StageProps) {
  const { width, height } = image;
  const { stage, picture, isClose, moveBy, zoomBy, toggle, reset, handlers } = useZoom(
    { width, height },
    turn,
  );
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
    <div className="contents" onKeyDown={onKeyDown}>
      <div
        ref={stage}
        className={`absolute inset-0 touch-none overflow-hidden select-none ${isClose ? "cursor-grab" : "cursor-zoom-in"}`}
        {...handlers}
      >
        {/* A finger rests on the stage, which stays: a touch loses its end with the picture it began on. */}
        <div ref={picture} className="pointer-events-none absolute inset-0">
          <Photo key={image.url} image={image} alt={name} sizes="1280px" eager fit="contain" bare />
        </div>
      </div>
      <p
        className="bg-surface border-line rounded-full border px-3 py-1 absolute top-5 left-4 text-sm tabular-nums"
        role="status"
      >
        {count}
      </p>
      <div className="absolute inset-x-0 bottom-[calc(16px+env(safe-area-inset-bottom))] mx-auto flex w-fit gap-2">
        {hasOthers && (
          <Tool icon="left" label={messages.previousPhoto} onClick={() => turnWhole(-1)} />
        )}
        <Tool
          icon={isClose ? "zoom-out" : "zoom-in"}
          label={isClose ? messages.zoomOut : messages.zoomIn}
          onClick={toggle}
        />
        {hasOthers && <Tool icon="right" label={messages.nextPhoto} onClick={() => turnWhole(1)} />}
      </div>
      {children}
    </div>
  );
}

function Tool({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="pressable bg-surface text-ink border-line grid size-12 place-items-center rounded-full border"
    >
      <Icon name={icon} />
    </button>
  );
}
