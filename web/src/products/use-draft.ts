import { type ProductDraft, productFields } from "@market/contract/product-form";
import { unusedPhotoHours } from "@market/contract/limits";
import { useEffect, useRef, useState } from "react";
import {
  type Draft,
  type DraftPhoto,
  discardDraft,
  openDraft,
  removeDraftPhoto,
  saveDraft,
  saveDraftPhoto,
} from "./draft.ts";
import type { FormPhoto } from "./photo-queue.ts";

/** What a sell form begins with; `savedAt` only when a draft was found. */
export type Beginning = {
  key: string;
  fields: ProductDraft;
  photos: FormPhoto[];
  savedAt?: number;
};

/** An hour less than the server keeps an unused photo, so that a submit still finds it. */
const trustedFor = (unusedPhotoHours - 1) * 3_600_000;

/** A form that nobody has touched. */
export function emptyBeginning(): Beginning {
  const fields = Object.fromEntries(productFields.map((field) => [field, ""])) as ProductDraft;
  return { key: crypto.randomUUID(), fields, photos: [] };
}

/** The student's draft once it is read, or an empty form; undefined until then. */
export function useBeginning(owner: string): [Beginning | undefined, (next: Beginning) => void] {
  const [beginning, setBeginning] = useState<Beginning>();
  useEffect(() => {
    let wanted = true;
    void openDraft(owner).then((opened) => {
      if (wanted) setBeginning(opened ? readBeginning(opened) : emptyBeginning());
    });
    return () => {
      wanted = false;
    };
  }, [owner]);
  return [beginning, setBeginning];
}

function readBeginning({
  draft,
  photos,
}: NonNullable<Awaited<ReturnType<typeof openDraft>>>): Beginning {
  return {
    key: draft.key,
    fields: { ...emptyBeginning().fields, ...draft.fields },
    savedAt: draft.savedAt,
    photos: draft.photos.map(({ key, name, isRaw = false, uploaded }) => {
      const blob = photos.get(key);
      if (uploaded && Date.now() - uploaded.at < trustedFor) {
        return { key, name, blob, step: { name: "uploaded", ...uploaded } };
      }
      if (!uploaded && !isRaw) return { key, name, blob, step: { name: "waiting" } };
      // Other bytes, or another photo on the server: not a repetition of what the old key stands for.
      return {
        key: crypto.randomUUID(),
        name,
        blob,
        step: { name: isRaw ? "shrinking" : "waiting" },
      };
    }),
  };
}

/** Keeps a form on this device as it changes, until `active` ends. */
export function useDraftKeeping(
  { owner, key, active }: { owner: string; key: string; active: boolean },
  fields: ProductDraft,
  photos: readonly FormPhoto[],
): void {
  const kept = useRef(new Map<string, Blob>());

  useEffect(() => {
    if (!active) return;
    const held = new Set(photos.map((photo) => photo.key));
    for (const photo of photos) {
      if (!photo.blob || kept.current.get(photo.key) === photo.blob) continue;
      kept.current.set(photo.key, photo.blob);
      void saveDraftPhoto(photo.key, photo.blob);
    }
    for (const old of kept.current.keys()) {
      if (held.has(old)) continue;
      kept.current.delete(old);
      void removeDraftPhoto(old);
    }
  }, [active, photos]);

  // As text, so that the progress of an upload is no reason to write.
  const photoContent = JSON.stringify(photos.map(toDraftPhoto));
  const content = JSON.stringify({ owner, key, fields });
  const isEmpty =
    photos.length === 0 && productFields.every((field) => fields[field].trim() === "");
  useEffect(() => {
    if (!active) return;
    if (isEmpty) {
      void discardDraft();
      return;
    }
    saveDraft({
      ...(JSON.parse(content) as Pick<Draft, "owner" | "key" | "fields">),
      photos: JSON.parse(photoContent) as DraftPhoto[],
      savedAt: Date.now(),
    });
  }, [active, content, photoContent, isEmpty]);
}

function toDraftPhoto({ key, name, step }: FormPhoto): DraftPhoto {
  return {
    key,
    name,
    isRaw: step.name === "shrinking",
    uploaded: step.name === "uploaded" ? { id: step.id, at: step.at } : undefined,
  };
}
