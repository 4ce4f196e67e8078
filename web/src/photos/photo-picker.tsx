import { maxPhotos } from "@market/contract/limits";
import * as photoMessages from "@market/contract/photos/messages";
import * as sellingMessages from "@market/contract/products/selling-messages";
import { type ChangeEvent, type Ref, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { pickPhotos } from "./photo-pick.ts";
import type { FormPhoto, PhotoQueue } from "./photo-queue.ts";
import { PhotoSlot } from "./photo-slot.tsx";
import { useIncomingFiles } from "./use-incoming-files.ts";
import { useReorder } from "./use-reorder.ts";

type Props = {
  form: "sell" | "edit";
  queue: PhotoQueue;
  photos: readonly FormPhoto[];
  error?: string;
  ref: Ref<HTMLButtonElement>;
  onNotice: (kind: "success" | "error", sentence: string) => void;
};

/** Photos are picked, dropped, pasted or taken with the camera; the first one is the cover. */
export function PhotoPicker({ form, queue, photos, error, ref, onNotice }: Props) {
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string>();
  const { dragged, grab, wasDrag } = useReorder((key, onto) =>
    queue.move(
      key,
      photos.findIndex((photo) => photo.key === onto),
    ),
  );

  const add = (files: readonly File[]) => {
    const { taken, refusals, notice } = pickPhotos(form, files, queue.photos().length);
    queue.add(taken);
    if (notice !== undefined) onNotice("success", notice);
    if (refusals.length > 0) onNotice("error", refusals.join(" "));
  };
  const isOver = useIncomingFiles(add);
  const addPicked = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    add([...(currentTarget.files ?? [])]);
    currentTarget.value = "";
  };
  const remove = (key: string) => {
    queue.remove(key);
    if (form === "edit") onNotice("success", sellingMessages.photoRemoved);
  };

  const place = photos.findIndex(({ key }) => key === chosen);
  const stuck = photos.flatMap(({ key, step }, index) =>
    step.name === "refused"
      ? [{ key, sentence: photoMessages.photoWith(index + 1, step.message) }]
      : [],
  );
  return (
    <fieldset className="min-w-0" data-field aria-describedby={error ? "photos-error" : undefined}>
      <legend className="mb-2 flex w-full items-baseline justify-between gap-4 font-bold">
        {photoMessages.photos}
        <span className="text-muted text-sm font-normal tabular-nums" role="status">
          {form === "edit"
            ? sellingMessages.photosCounted(photos.length)
            : photoMessages.countOf(photos.length, maxPhotos)}
        </span>
      </legend>
      <ul
        className={`rounded-card grid grid-cols-4 grid-rows-2 gap-2 md:gap-3 ${isOver ? "outline-primary outline-3 outline-offset-4 outline-dashed" : ""}`}
      >
        {photos.map((photo, index) => (
          <PhotoSlot
            key={photo.key}
            photo={photo}
            place={index}
            chosen={photo.key === chosen}
            dragged={photo.key === dragged}
            onChoose={() => {
              if (!wasDrag()) setChosen(photo.key === chosen ? undefined : photo.key);
            }}
            onRemove={() => remove(photo.key)}
            onRetry={() => queue.retry(photo.key)}
            onGrab={(event) => grab(photo.key, event)}
          />
        ))}
        {Array.from({ length: maxPhotos - photos.length }, (_, index) => (
          <EmptySlot
            key={index}
            isCover={photos.length === 0 && index === 0}
            hasError={error !== undefined && index === 0}
            onPick={index === 0 ? () => gallery.current?.click() : undefined}
          />
        ))}
      </ul>
      {place >= 0 && <PhotoTools queue={queue} photos={photos} place={place} />}
      <div className="text-danger mt-2 text-sm font-bold" aria-live="polite">
        {stuck.length > 0 && (
          <ul>
            {stuck.map(({ key, sentence }) => (
              <li key={key}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
      {error && (
        <p id="photos-error" className="text-danger mt-2 text-sm font-bold">
          {error}
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <div className="hidden flex-1 pointer-coarse:grid">
          <Button kind="plain" onClick={() => camera.current?.click()}>
            <Icon name="camera" />
            {photoMessages.camera}
          </Button>
        </div>
        <Button
          kind="plain"
          className="flex-1 pointer-fine:flex-none"
          ref={ref}
          onClick={() => gallery.current?.click()}
        >
          <Icon name="pictures" />
          {photoMessages.gallery}
        </Button>
        <p className="text-muted hidden text-sm pointer-fine:block">{photoMessages.dropOrPaste}</p>
      </div>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={addPicked}
      />
      <input
        ref={gallery}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={photoMessages.fromGallery}
        onChange={addPicked}
      />
    </fieldset>
  );
}

/** The next free slot has `onPick`. */
type EmptyProps = { isCover: boolean; hasError: boolean; onPick?: () => void };

function EmptySlot({ isCover, hasError, onPick }: EmptyProps) {
  const look = `rounded-card grid aspect-square size-full place-items-center border-2 border-dashed ${hasError ? "border-danger" : "border-line"}`;
  return (
    <li className={isCover ? "col-span-2 row-span-2" : ""} aria-hidden={onPick === undefined}>
      {onPick ? (
        <button
          type="button"
          className={`${look} text-muted hover:border-control hover:text-ink pressable`}
          onClick={onPick}
        >
          <span className="grid justify-items-center gap-1 text-sm">
            <Icon name={isCover ? "camera" : "plus"} className="size-7" />
            <span className={isCover ? "" : "sr-only"}>
              {isCover ? photoMessages.addCover : photoMessages.addPhoto}
            </span>
          </span>
        </button>
      ) : (
        <span className={look} />
      )}
    </li>
  );
}

type ToolsProps = { queue: PhotoQueue; photos: readonly FormPhoto[]; place: number };

/** Moves the chosen photo without dragging. */
export function PhotoTools({ queue, photos, place }: ToolsProps) {
  const tools = useRef<HTMLDivElement>(null);
  const { key = "" } = photos[place] ?? {};
  useEffect(() => tools.current?.querySelector("button")?.focus({ preventScroll: true }), [key]);
  const moves = [
    { label: photoMessages.makeCover, to: 0, isOff: place === 0 },
    { label: photoMessages.moveLeft, icon: "left", to: place - 1, isOff: place === 0 },
    {
      label: photoMessages.moveRight,
      icon: "right",
      to: place + 1,
      isOff: place === photos.length - 1,
    },
  ] as const;
  return (
    <div
      ref={tools}
      role="group"
      aria-label={photoMessages.photoPosition(place + 1, photos.length)}
      className="mt-3 flex flex-wrap gap-2"
    >
      {moves.map(({ label, to, isOff, ...move }) => (
        <Button
          key={label}
          kind="plain"
          aria-disabled={isOff}
          aria-label={label}
          onClick={() => queue.move(key, to)}
        >
          {"icon" in move ? <Icon name={move.icon} /> : label}
        </Button>
      ))}
    </div>
  );
}
