import type { ProductDraft } from "@market/contract/product-form";
import { local } from "../account/storage.ts";

/** A photo of a draft; its bytes lie beside it, so that typing does not write them again and again. */
export type DraftPhoto = {
  key: string;
  name: string;
  /** Its bytes are the picked file, still to be shrunk. */
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

const current = "draft";

let database: Promise<IDBDatabase> | undefined;
/** False after sign-out: a form that is just closing must not write a draft again. */
let open = false;

function connect(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("campus-marketplace", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("photos");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB cannot be opened"));
  });
  return database;
}

async function changePhotos(act: (photos: IDBObjectStore) => void): Promise<void> {
  const transaction = (await connect()).transaction("photos", "readwrite");
  act(transaction.objectStore("photos"));
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () =>
      reject(transaction.error ?? new Error("The photo could not be kept"));
  });
}

function read<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error ?? new Error("The photo cannot be read"));
  });
}

/** A browser without IndexedDB (private windows of some) only loses the safety net, not the form. */
function ignoreMissingStorage(): void {
  database = undefined;
}

/**
 * Opens the draft of one student for editing.
 * @returns the draft and the bytes of its photos by key, or undefined when there is none
 */
export async function openDraft(
  owner: string,
): Promise<{ draft: Draft; photos: Map<string, Blob> } | undefined> {
  open = true;
  const draft = readDraft();
  if (!draft) return undefined;
  if (draft.owner !== owner) {
    await discardDraft();
    return undefined;
  }
  const photos = await readPhotos(draft.photos).catch(() => {
    ignoreMissingStorage();
    return new Map<string, Blob>();
  });
  return { draft: { ...draft, photos: draft.photos.filter(({ key }) => photos.has(key)) }, photos };
}

function readDraft(): Draft | undefined {
  try {
    return JSON.parse(local.read(current) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

async function readPhotos(photos: readonly DraftPhoto[]): Promise<Map<string, Blob>> {
  if (photos.length === 0) return new Map();
  const kept = (await connect()).transaction("photos").objectStore("photos");
  const found = await Promise.all(
    photos.map(async ({ key }) => [key, await read<Blob | undefined>(kept.get(key))] as const),
  );
  return new Map(found.filter((entry): entry is readonly [string, Blob] => entry[1] !== undefined));
}

/** Keeps the draft at once: what is written while the page is left would come too late. */
export function saveDraft(draft: Draft): void {
  if (open) local.write(current, JSON.stringify(draft));
}

/** Keeps the bytes of one photo of the draft. */
export async function saveDraftPhoto(key: string, photo: Blob): Promise<void> {
  if (open) await changePhotos((photos) => photos.put(photo, key)).catch(ignoreMissingStorage);
}

/** Forgets the bytes of one photo of the draft. */
export async function removeDraftPhoto(key: string): Promise<void> {
  await changePhotos((photos) => photos.delete(key)).catch(ignoreMissingStorage);
}

/** Forgets the draft; the form may go on and begin another one. */
export async function discardDraft(): Promise<void> {
  local.remove(current);
  await changePhotos((photos) => photos.clear()).catch(ignoreMissingStorage);
}

/** Forgets every draft on this device and keeps none until a form opens again. Part of signing out. */
export async function clearDrafts(): Promise<void> {
  open = false;
  await discardDraft();
}
