import { useEffect } from "react";
import { type Draft, discardDraft, openDraft, saveDraft } from "../../browser/drafts.ts";
import { lastPlace } from "../last-place.ts";
import type { FormPhoto } from "../../photos/photo-queue.ts";
import { draftPhotoOf, photoOf, type Saved, usePhotoSaving } from "../use-draft.ts";
import type { Common, Row } from "./rows.ts";

export type ManyFields = { rows: readonly Row[]; common: Common };
/** `key` is the Idempotency-Key of the list of them all. */
export type InitialMany = Pick<Draft<ManyFields>, "key" | "fields" | "shared"> & {
  photos: FormPhoto[];
};

const slot = "draft-many";

export async function openMany(owner: string): Promise<InitialMany | undefined> {
  const draft = await openDraft<ManyFields>(owner, slot);
  return draft && resumed(draft);
}

export function emptyMany(owner: string): InitialMany {
  const common = { address: "", locationType: "On-Campus", leavingOn: "", ...lastPlace(owner) };
  return { key: crypto.randomUUID(), fields: { rows: [], common }, photos: [] };
}

type Opened = NonNullable<Awaited<ReturnType<typeof openDraft<ManyFields>>>>;

/** Photos that are uploaded again get new keys, also in their rows. */
function resumed({ key, fields, shared, photos }: Opened): InitialMany {
  const found = photos.map((photo) => [photo.key, photoOf(photo)] as const);
  const keys = new Map(found.map(([before, photo]) => [before, photo.key]));
  const rows = fields.rows.map((row) => ({
    ...row,
    photos: row.photos.flatMap((photo) => keys.get(photo) ?? []),
  }));
  return { key, shared, fields: { ...fields, rows }, photos: found.map(([, photo]) => photo) };
}

/** Saves the form on this device as it changes, until `active` ends. */
export function useManySaving(
  { owner, key, shared, active }: Saved,
  fields: ManyFields,
  photos: readonly FormPhoto[],
): void {
  usePhotoSaving(active, photos);
  const content = JSON.stringify({ owner, key, shared, fields, photos: photos.map(draftPhotoOf) });
  const isEmpty = photos.length === 0 && fields.rows.length === 0;
  useEffect(() => {
    if (!active) return;
    if (isEmpty) void discardDraft(slot);
    else saveDraft({ ...(JSON.parse(content) as Draft<ManyFields>), savedAt: Date.now() }, slot);
  }, [active, content, isEmpty]);
}

export const discardMany = () => discardDraft(slot);
