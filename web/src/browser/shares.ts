import {
  clear,
  createStore,
  del,
  delMany,
  entries,
  promisifyRequest,
  set,
  type UseStore,
} from "idb-keyval";
import { maxPhotos, mostShares, shareDays, sharesBytes } from "@market/contract/limits";

/** A photo that another app has shared. `key` is its key in the draft. */
export type SharedPhoto = { key: string; name: string; blob: Blob };
/** A share from another app. `key` is that of the draft that it becomes, so that it is one draft however often it is opened. */
export type Share<Item, Reason> = {
  key: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The items in its message; if there are none, `unread` is the message. */
  items: Item[];
  unread: string;
  photos: SharedPhoto[];
  left: { name: string; reason: Reason }[];
  /** The student who has opened it first. */
  owner?: string;
  /** The student prefers another draft: it opens by its address alone. */
  isSetAside?: boolean;
};
type AnyShare = Share<unknown, unknown>;

const idPattern = /^[a-z]{22}$/;
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(22)), (byte) =>
    String.fromCharCode(97 + (byte % 26)),
  ).join("");

let opened: UseStore | undefined;
/** A database beside that of the drafts, which the service worker never opens. */
const shares = () => (opened ??= createStore("shares", "shares"));

/** Stores a share and forgets the oldest beyond the limits. @returns its id */
export async function storeShare<Item, Reason>(
  share: Omit<Share<Item, Reason>, "at">,
): Promise<string> {
  const id = newId();
  await set(id, { ...share, at: Date.now() } satisfies Share<Item, Reason>, shares());
  await forgetOldShares();
  return id;
}

/** Returns a share to the student who opens it first; deletes shares that are too old. */
export async function openShare<Item, Reason>(
  id: string,
  student: string,
): Promise<Share<Item, Reason> | undefined> {
  await forgetOldShares();
  if (!idPattern.test(id)) return undefined;
  const share = await shares()("readwrite", async (store) => {
    const found = await promisifyRequest<Share<Item, Reason> | undefined>(store.get(id));
    if (!found || found.owner !== undefined) return found;
    const claimed = { ...found, owner: student };
    await promisifyRequest(store.put(claimed, id));
    return claimed;
  });
  return share?.owner === student ? share : undefined;
}

/** Finds the newest share that waits for a student, as after the browser was killed before it was opened. @returns its id */
export async function findWaiting(student: string, isMany: boolean): Promise<string | undefined> {
  await forgetOldShares();
  const [newest] = (await newestFirst()).filter(
    ([, share]) =>
      (share.owner ?? student) === student && !share.isSetAside && isForMany(share) === isMany,
  );
  return newest?.[0];
}

export const isForMany = ({ items, photos }: Pick<AnyShare, "items" | "photos">): boolean =>
  items.length > 1 || photos.length > maxPhotos;

export async function setAside(id: string): Promise<void> {
  await shares()("readwrite", async (store) => {
    const found = await promisifyRequest<AnyShare | undefined>(store.get(id));
    if (found) await promisifyRequest(store.put({ ...found, isSetAside: true }, id));
  });
}

export async function removeShare(id: string): Promise<void> {
  await del(id, shares());
}

export async function clearShares(): Promise<void> {
  await clear(shares());
}

/** Removes shares older than a week, and the oldest ones beyond the limits. */
async function forgetOldShares(): Promise<void> {
  const oldest = Date.now() - shareDays * 86_400_000;
  let bytes = 0;
  const surplus = (await newestFirst()).filter(([, { at, photos }], place) => {
    bytes += bytesOf(photos);
    return place >= mostShares || bytes > sharesBytes || at < oldest;
  });
  if (surplus.length > 0)
    await delMany(
      surplus.map(([id]) => id),
      shares(),
    );
}

async function newestFirst(): Promise<[string, AnyShare][]> {
  const all = await entries<string, AnyShare>(shares());
  return all.sort(([, one], [, other]) => other.at - one.at);
}

export const bytesOf = (photos: readonly Pick<SharedPhoto, "blob">[]): number =>
  photos.reduce((sum, { blob }) => sum + blob.size, 0);
