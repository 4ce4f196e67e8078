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
import { mostShares, shareDays, sharesBytes } from "@market/contract/limits";

/** A photo that another app has shared. `key` is its key in the draft. */
export type SharedPhoto = { key: string; name: string; blob: Blob };
/** What another app has shared. `key` is that of the draft which it becomes, so that it is one draft however often it is opened. */
export type Share<Item, Reason> = {
  key: string;
  /** Milliseconds since 1970. */
  at: number;
  /** What its message offers, and the message itself if that is nothing. */
  items: Item[];
  unread: string;
  photos: SharedPhoto[];
  /** Names of the files that do not fit. */
  left: { name: string; reason: Reason }[];
  /** The student who has opened it first. */
  owner?: string;
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

/** Returns a share to the student who opens it first; forgets what is too old. */
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

export async function removeShare(id: string): Promise<void> {
  await del(id, shares());
}

/** Called at sign-out. */
export async function clearShares(): Promise<void> {
  await clear(shares());
}

/** Removes what is older than a week, and the oldest shares beyond the limits. */
async function forgetOldShares(): Promise<void> {
  const oldest = Date.now() - shareDays * 86_400_000;
  const newestFirst = await entries<string, AnyShare>(shares());
  newestFirst.sort(([, one], [, other]) => other.at - one.at);
  let bytes = 0;
  const surplus = newestFirst.filter(([, { at, photos }], place) => {
    bytes += bytesOf(photos);
    return place >= mostShares || bytes > sharesBytes || at < oldest;
  });
  if (surplus.length > 0)
    await delMany(
      surplus.map(([id]) => id),
      shares(),
    );
}

export const bytesOf = (photos: readonly Pick<SharedPhoto, "blob">[]): number =>
  photos.reduce((sum, { blob }) => sum + blob.size, 0);
