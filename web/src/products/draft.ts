import type { ProductDraft } from "@market/contract/product-form";

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

const current = "sell";
const typingPause = 300;

let database: Promise<IDBDatabase> | undefined;
let pending: { draft: Draft; timer: ReturnType<typeof setTimeout> } | undefined;
/** False after sign-out: a form that is just closing must not write a draft again. */
let open = false;

function connect(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("campus-marketplace", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("drafts");
      request.result.createObjectStore("photos");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB cannot be opened"));
  });
  return database;
}

async function change(
  act: (drafts: IDBObjectStore, photos: IDBObjectStore) => void,
): Promise<void> {
  const transaction = (await connect()).transaction(["drafts", "photos"], "readwrite");
  act(transaction.objectStore("drafts"), transaction.objectStore("photos"));
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () =>
      reject(transaction.error ?? new Error("The draft could not be kept"));
  });
}

function read<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error ?? new Error("The draft cannot be read"));
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
  try {
    const kept = (await connect()).transaction(["drafts", "photos"]);
    const draft = await read<Draft | undefined>(kept.objectStore("drafts").get(current));
    if (!draft) return undefined;
    if (draft.owner !== owner) {
      await discardDraft();
      return undefined;
    }
    const blobs = kept.objectStore("photos");
    const found = await Promise.all(
      draft.photos.map(
        async ({ key }) => [key, await read<Blob | undefined>(blobs.get(key))] as const,
      ),
    );
    const photos = new Map(
      found.filter((entry): entry is readonly [string, Blob] => entry[1] !== undefined),
    );
    return {
      draft: { ...draft, photos: draft.photos.filter(({ key }) => photos.has(key)) },
      photos,
    };
  } catch {
    ignoreMissingStorage();
    return undefined;
  }
}

/** Keeps the draft once typing pauses, at the latest when the page is left. */
export function saveDraft(draft: Draft): void {
  if (!open) return;
  clearTimeout(pending?.timer);
  pending = { draft, timer: setTimeout(() => void flushDraft(), typingPause) };
}

/** Writes what waits to be written. */
export async function flushDraft(): Promise<void> {
  if (!pending) return;
  const { draft, timer } = pending;
  clearTimeout(timer);
  pending = undefined;
  await change((drafts) => drafts.put(draft, current)).catch(ignoreMissingStorage);
}

/** Keeps the bytes of one photo of the draft. */
export async function saveDraftPhoto(key: string, photo: Blob): Promise<void> {
  if (open) await change((_, photos) => photos.put(photo, key)).catch(ignoreMissingStorage);
}

/** Forgets the bytes of one photo of the draft. */
export async function removeDraftPhoto(key: string): Promise<void> {
  await change((_, photos) => photos.delete(key)).catch(ignoreMissingStorage);
}

/** Forgets the draft; the form may go on and begin another one. */
export async function discardDraft(): Promise<void> {
  clearTimeout(pending?.timer);
  pending = undefined;
  await change((drafts, photos) => {
    drafts.clear();
    photos.clear();
  }).catch(ignoreMissingStorage);
}

/** Forgets every draft on this device and keeps none until a form opens again. Part of signing out. */
export async function clearDrafts(): Promise<void> {
  open = false;
  await discardDraft();
}
