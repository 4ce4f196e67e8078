import type { ProductDraft } from "@market/contract/product-form";
import { clear, del, getMany, set } from "idb-keyval";
import { local } from "../browser/storage.ts";

/** A photo of a draft. Its bytes are in IndexedDB, under its key. */
export type DraftPhoto = {
  key: string;
  name: string;
  /** Its bytes are not shrunk yet. */
  isRaw?: boolean;
  uploaded?: { id: string; at: number };
};
/** What a student has begun to sell. `key` is the Idempotency-Key of its submit; times in ms since 1970. */
export type Draft = {
  owner: string;
  key: string;
  fields: ProductDraft;
  photos: DraftPhoto[];
  savedAt: number;
};

const draftKey = "draft";
/** False after sign-out: a form that is just closing must not write a draft again. */
let isOpen = false;

/** In private windows of some browsers there is no IndexedDB; then only the draft's photos are lost. */
const ignoreFailure = (): void => undefined;

export async function openDraft(owner: string) {
  isOpen = true;
  const draft = local.readJson(draftKey) as Draft | undefined;
  if (draft && draft.owner !== owner) await discardDraft();
  if (draft?.owner !== owner) return undefined;
  const keys = draft.photos.map(({ key }) => key);
  const blobs = (await getMany<Blob | undefined>(keys).catch(ignoreFailure)) ?? [];
  const photos = draft.photos.map((photo, place) => ({ ...photo, blob: blobs[place] }));
  return { ...draft, photos: photos.filter(({ blob }) => blob) };
}

/** Synchronous, because the page may be closing. */
export function saveDraft(draft: Draft): void {
  if (isOpen) local.write(draftKey, JSON.stringify(draft));
}

export async function saveDraftPhoto(key: string, photo: Blob): Promise<void> {
  if (isOpen) await set(key, photo).catch(ignoreFailure);
}

export async function removeDraftPhoto(key: string): Promise<void> {
  await del(key).catch(ignoreFailure);
}

export async function discardDraft(): Promise<void> {
  local.remove(draftKey);
  await clear().catch(ignoreFailure);
}

/** For sign-out: saves nothing more until a form opens again. */
export async function clearDrafts(): Promise<void> {
  isOpen = false;
  await discardDraft();
}
