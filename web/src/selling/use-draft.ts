import { type ProductDraft, productFields } from "@market/contract/products/product-form";
import { unusedPhotoHours } from "@market/contract/limits";
import { useEffect, useRef } from "react";
import {
  type Draft,
  type DraftPhoto,
  discardDraft,
  openDraft,
  removeDraftPhoto,
  saveDraft,
  saveDraftPhoto,
} from "../browser/drafts.ts";
import { lastPlace } from "./last-place.ts";
import type { FormPhoto } from "../photos/photo-queue.ts";

/** The initial values of a sell form; `savedAt` only when a draft was found. */
export type InitialForm = Pick<Draft<ProductDraft>, "key" | "fields" | "shared"> & {
  photos: FormPhoto[];
  savedAt?: number;
  /** Fields that a message has filled. */
  filled?: readonly string[];
};

/** An hour less than the server keeps an unused photo, so that a submit still finds it. */
const trustedFor = (unusedPhotoHours - 1) * 3_600_000;

const noFields: ProductDraft = {
  ...(Object.fromEntries(productFields.map((field) => [field, ""])) as ProductDraft),
  negotiable: "false",
  availableFrom: "",
};

/** Empty but for the place of the last listing. */
export function emptyForm(owner: string): InitialForm {
  return { key: crypto.randomUUID(), fields: { ...noFields, ...lastPlace(owner) }, photos: [] };
}

export async function openForm(owner: string): Promise<InitialForm | undefined> {
  const draft = await openDraft<ProductDraft>(owner);
  if (!draft) return undefined;
  const { key, savedAt, photos, shared } = draft;
  const fields = { ...noFields, ...draft.fields };
  return { key, savedAt, fields, shared, photos: photos.map(photoOf) };
}

type OpenedDraft = NonNullable<Awaited<ReturnType<typeof openDraft<ProductDraft>>>>;

export function photoOf(photo: OpenedDraft["photos"][number]): FormPhoto {
  const { key, name, blob, isRaw = false, uploaded } = photo;
  if (uploaded && Date.now() - uploaded.at < trustedFor)
    return { key, name, blob, step: { name: "uploaded", ...uploaded } };
  if (!uploaded && !isRaw) return { key, name, blob, step: { name: "waiting" } };
  // A new key: the old one stood for other bytes, or for a photo that the server has deleted.
  const step = { name: isRaw ? "shrinking" : "waiting" } as const;
  return { key: crypto.randomUUID(), name, blob, step };
}

export type Saved = Pick<Draft<unknown>, "owner" | "key" | "shared"> & { active: boolean };

/** Saves a form on this device as it changes, until `active` ends. */
export function useDraftSaving(
  { owner, key, shared, active }: Saved,
  fields: ProductDraft,
  photos: readonly FormPhoto[],
): void {
  usePhotoSaving(active, photos);
  // As text, so that the progress of an upload is no reason to write.
  const content = JSON.stringify({ owner, key, shared, fields, photos: photos.map(draftPhotoOf) });
  const untouched: Partial<ProductDraft> = lastPlace(owner);
  const isEmpty =
    photos.length === 0 &&
    productFields.every((field) => ["", untouched[field]].includes(fields[field].trim()));
  useEffect(() => {
    if (!active) return;
    if (isEmpty) void discardDraft();
    else saveDraft({ ...(JSON.parse(content) as Draft<ProductDraft>), savedAt: Date.now() });
  }, [active, content, isEmpty]);
}

export function usePhotoSaving(active: boolean, photos: readonly FormPhoto[]): void {
  const saved = useRef(new Map<string, Blob>());
  useEffect(() => {
    if (!active) return;
    const blobs = photos.flatMap(({ key, blob }) => (blob ? [[key, blob] as const] : []));
    const current = new Map(blobs);
    for (const [photo, blob] of current)
      if (saved.current.get(photo) !== blob) void saveDraftPhoto(photo, blob);
    for (const photo of saved.current.keys()) if (!current.has(photo)) void removeDraftPhoto(photo);
    saved.current = current;
  }, [active, photos]);
}

export function draftPhotoOf({ key, name, step }: FormPhoto): DraftPhoto {
  const isRaw = step.name === "shrinking";
  const uploaded = step.name === "uploaded" ? { id: step.id, at: step.at } : undefined;
  return { key, name, isRaw, uploaded };
}
