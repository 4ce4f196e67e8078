import * as photoMessages from "@market/contract/photos/messages";
import type { PointerEvent } from "react";
import { Icon } from "../ui/more-icons.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { fallbackPhoto } from "./photo.tsx";
import type { FormPhoto, PhotoStep } from "./photo-queue.ts";

type Props = {
  photo: FormPhoto;
  place: number;
  chosen: boolean;
  dragged: boolean;
  onChoose: () => void;
  onRemove: () => void;
  onRetry: () => void;
  onGrab: (event: PointerEvent) => void;
};

export function PhotoSlot(props: Props) {
  const { photo, place, chosen, dragged, onChoose, onRemove, onRetry, onGrab } = props;
  const { key, preview, step } = photo;
  const number = place + 1;
  const needsHelp = (step.name === "refused" && !step.isFinal) || step.name === "delayed";
  return (
    <li
      data-photo={key}
      className={`bg-sunken rounded-card relative [touch-action:pan-y] overflow-hidden transition-opacity ${place === 0 ? "col-span-2 row-span-2" : ""} ${dragged ? "opacity-60" : ""} ${chosen ? "outline-primary outline-3 outline-offset-2" : ""}`}
      onPointerDown={onGrab}
    >
      <button
        type="button"
        className="block size-full"
        aria-label={photoMessages.photoWith(number, describeStep(step))}
        aria-pressed={chosen}
        onClick={onChoose}
      >
        {preview ? (
          <img
            src={preview}
            alt=""
            draggable={false}
            onError={({ currentTarget }) => {
              if (!currentTarget.src.endsWith(fallbackPhoto)) currentTarget.src = fallbackPhoto;
            }}
            className="aspect-square size-full object-cover"
          />
        ) : (
          <span className="block aspect-square" />
        )}
      </button>
      {place === 0 && (
        <span className="bg-marigold text-on-marigold pointer-events-none absolute bottom-2 left-2 rounded-full px-2.5 py-1 text-xs font-bold">
          {photoMessages.cover}
        </span>
      )}
      <StepMark step={step} />
      {needsHelp && (
        <button
          type="button"
          className="text-danger bg-surface absolute inset-0 m-auto grid size-11 place-items-center rounded-full [box-shadow:var(--shadow-float)]"
          aria-label={photoMessages.tryAgain(number)}
          onClick={onRetry}
        >
          <Icon name="retry" className="size-6" />
        </button>
      )}
      <button
        type="button"
        className={`group absolute top-0 right-0 grid justify-items-end ${place === 0 ? "size-11 p-1.5" : "size-8 p-1 md:size-11 md:p-1.5"}`}
        aria-label={photoMessages.remove(number)}
        onClick={onRemove}
      >
        <span className="bg-scrim/85 group-hover:bg-danger group-hover:text-on-danger grid size-6 place-items-center rounded-full text-white">
          <Icon name="close" className="size-4" />
        </span>
      </button>
    </li>
  );
}

function describeStep(step: PhotoStep): string {
  if (step.name === "sending" && step.share >= 1) return photoMessages.checking;
  if (step.name === "sending") return photoMessages.uploading(Math.round(step.share * 100));
  return step.name === "refused" ? step.message : photoMessages.states[step.name];
}

const ring = 2 * Math.PI * 15;

function StepMark({ step }: { step: PhotoStep }) {
  if (["uploaded", "stored", "held"].includes(step.name)) return null;
  // All bytes are there, and the server looks at them: a full ring would stand still.
  const isMoving = step.name === "sending" && step.share < 1;
  const isWaiting = step.name === "shrinking" || step.name === "waiting" || step.name === "sending";
  return (
    <span className="bg-scrim/55 pointer-events-none absolute inset-0 grid place-items-center text-white">
      {isWaiting && !isMoving && <Spinner large />}
      {isMoving && (
        <svg
          viewBox="0 0 36 36"
          className="size-11 -rotate-90"
          fill="none"
          strokeWidth="4"
          aria-hidden="true"
        >
          <circle cx="18" cy="18" r="15" stroke="currentColor" strokeOpacity="0.3" />
          <circle
            cx="18"
            cy="18"
            r="15"
            stroke="currentColor"
            strokeLinecap="round"
            strokeDasharray={ring}
            strokeDashoffset={ring * (1 - step.share)}
            className="transition-[stroke-dashoffset] duration-200"
          />
        </svg>
      )}
    </span>
  );
}
