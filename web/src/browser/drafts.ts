import { clear, del, delMany, getMany, set } from "idb-keyval";
import { local } from "./storage.ts";

/** A photo of a draft. Its bytes are in IndexedDB, under its key. */
export type DraftPhoto = {
  key: string;
  name: string;
  isRaw?: boolean;
  uploaded?: { id: string; at: number };
};
/** A form that a student has begun to fill in. `key` is the Idempotency-Key of its submit; times in ms since 1970. */
export type Draft<Fields> = {
  owner: string;
  key: string;
  fields: Fields;
  photos: DraftPhoto[];
  savedAt: number;
  /** The share that it was made from; its photos are held until the student taps. */
  shared?: { id: string; isHeld: boolean };
};

export type DraftSlot = "draft" | "draft-many";
const slots: DraftSlot[] = ["draft", "draft-many"];
/** False after sign-out: a form that is just closing must not write a draft again. */
let isOpen = false;

/** Ignores a missing IndexedDB, as in private windows of some browsers: only the draft's photos are lost. */
const ignoreFailure = (): void => undefined;

export async function openDraft<Fields>(owner: string, slot: DraftSlot = "draft") {
  isOpen = true;
  const draft = local.readJson(slot) as Draft<Fields> | undefined;
  if (draft && draft.owner !== owner) await discardDraft(slot);
  if (draft?.owner !== owner) return undefined;
  const keys = draft.photos.map(({ key }) => key);
  const blobs = (await getMany<Blob | undefined>(keys).catch(ignoreFailure)) ?? [];
  const photos = draft.photos.map((photo, place) => ({ ...photo, blob: blobs[place] }));
  return { ...draft, photos: photos.filter(({ blob }) => blob) };
}

/** Synchronous, because the page may be closing. */
export function saveDraft<Fields>(draft: Draft<Fields>, slot: DraftSlot = "draft"): void {
  if (isOpen) local.write(slot, JSON.stringify(draft));
}

export async function saveDraftPhoto(key: string, photo: Blob): Promise<void> {
  if (isOpen) await set(key, photo).catch(ignoreFailure);
}

export async function removeDraftPhoto(key: string): Promise<void> {
  await del(key).catch(ignoreFailure);
}

/** Deletes a draft and its photos, but not those of the other draft. */
export async function discardDraft(slot: DraftSlot = "draft"): Promise<void> {
  const draft = local.readJson(slot) as Draft<unknown> | undefined;
  local.remove(slot);
  const others = slots.filter((each) => each !== slot && local.read(each) !== undefined);
  if (others.length === 0) await clear().catch(ignoreFailure);
  else await delMany((draft?.photos ?? []).map(({ key }) => key)).catch(ignoreFailure);
}

/** Stops saving until a form opens again; called at sign-out. */
export async function clearDrafts(): Promise<void> {
  isOpen = false;
  for (const slot of slots) local.remove(slot);
  await clear().catch(ignoreFailure);
}
