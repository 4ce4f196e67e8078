import * as sellingMessages from "@market/contract/products/selling-messages";
import * as shareMessages from "@market/contract/products/share-messages";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { notesOn } from "./forms-of-share.ts";
import type { Shared } from "./use-opening.ts";

type SourceProps = {
  /** Absent when it is no longer on this device. */
  source: Shared | undefined;
  form: "one" | "many";
  isHeld: boolean;
  onDiscard: () => void;
};

export function SharedStrip({ source, form, isHeld, onDiscard }: SourceProps) {
  const notes = source ? notesOn(source, form) : [];
  return (
    <Strip>
      <div className="flex items-center justify-between gap-1">
        <p className="font-bold">{shareMessages.label}</p>
        <Button kind="quiet" className="text-on-mint px-2!" onClick={onDiscard}>
          {sellingMessages.discardDraft}
        </Button>
      </div>
      {isHeld && <p className="text-sm">{shareMessages.beforeTap}</p>}
      <Notes notes={notes} />
    </Strip>
  );
}

type OfferProps = {
  offered: Shared;
  form: "one" | "many";
  onKeep: () => void;
  onUse: () => void;
};

export function OfferStrip({ offered, form, onKeep, onUse }: OfferProps) {
  const { items, photos } = offered;
  const named = items.map(({ name }) => name).join(", ");
  const counted = photos.length > 0 ? shareMessages.photos(photos.length) : "";
  return (
    <Strip>
      <p className="mt-1 font-bold">{shareMessages.label}</p>
      <p className="line-clamp-2 text-sm [overflow-wrap:anywhere]">
        {[named, counted].filter(Boolean).join(" · ")}
      </p>
      <Previews photos={photos} />
      <Notes notes={notesOn(offered, form)} />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button kind="plain" className="grow" onClick={onKeep}>
          {shareMessages.keepDraft}
        </Button>
        <Button className="grow" onClick={onUse}>
          {shareMessages.useShared}
        </Button>
      </div>
    </Strip>
  );
}

export const ShareNote = ({ note }: { note: string }) => (
  <Strip>
    <p className="py-1 font-bold">{note}</p>
  </Strip>
);

const Strip = ({ children }: { children: ReactNode }) => (
  <section
    aria-label={shareMessages.label}
    className="bg-mint text-on-mint rounded-card mb-6 grid gap-1 p-3 pl-4"
  >
    {children}
  </section>
);

function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <p key={note} className="text-sm [overflow-wrap:anywhere]">
      {note}
    </p>
  ));
}

function Previews({ photos }: Pick<Shared, "photos">) {
  const [shown, setShown] = useState<readonly string[]>([]);
  useEffect(() => {
    const addresses = photos.slice(0, 5).map(({ blob }) => URL.createObjectURL(blob));
    setShown(addresses);
    return () => addresses.forEach((address) => URL.revokeObjectURL(address));
  }, [photos]);
  if (shown.length === 0) return null;
  return (
    <div className="mt-1 flex gap-2">
      {shown.map((address) => (
        <img
          key={address}
          src={address}
          alt=""
          className="bg-sunken rounded-button size-14 min-w-0 object-cover"
        />
      ))}
    </div>
  );
}
