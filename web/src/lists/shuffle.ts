import { perTab } from "../browser/storage.ts";

const seedKey = "shuffle";

/** Q61: the same after a reload. */
export function visitSeed(): number {
  const stored = Number(perTab.read(seedKey) ?? Number.NaN);
  if (Number.isInteger(stored)) return stored;
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  perTab.write(seedKey, String(seed));
  return seed;
}

/** Shuffles one page of a list (R449). A product's place comes from its id and the seed alone, so it is stable. */
export function shuffle<T extends { _id: string }>(page: readonly T[], seed: number): T[] {
  return page
    .map((product) => ({ product, place: rankOf(product._id, seed) }))
    .sort((one, other) => one.place - other.place)
    .map(({ product }) => product);
}

/** Hashes an id: FNV-1a, started from the seed, with murmur3's finish, so that similar ids get distant ranks. */
function rankOf(id: string, seed: number): number {
  let hash = (seed ^ 0x811c9dc5) >>> 0;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
