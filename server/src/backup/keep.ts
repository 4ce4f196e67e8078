import { union } from "./lines.ts";
import { photosOf } from "./manifest.ts";
import { isFuture, timeOfName, type Vault } from "./vault.ts";

/** How many days, weeks and months keep their newest backup. */
const kept = { days: 7, weeks: 4, months: 6 };

/** @param names oldest first @returns those that stay; what a wrong clock has dated takes no other's place */
export function toKeep(names: readonly string[], now = new Date()): Set<string> {
  const [future = [], past = []] = [true, false].map((wanted) =>
    names.filter((name) => isFuture(name, now) === wanted),
  );
  const newestFirst = past.toReversed();
  const keep = new Set<string>(future);
  const newestOf = (periodOf: (time: Date) => string, most: number) => {
    const periods = new Set<string>();
    for (const name of newestFirst) {
      const period = periodOf(timeOfName(name));
      if (periods.has(period)) continue;
      if (periods.size === most) return;
      periods.add(period);
      keep.add(name);
    }
  };
  newestOf((time) => time.toISOString().slice(0, 10), kept.days);
  newestOf(mondayOf, kept.weeks);
  newestOf((time) => time.toISOString().slice(0, 7), kept.months);
  return keep;
}

function mondayOf(time: Date): string {
  const monday = new Date(time);
  monday.setUTCDate(time.getUTCDate() - ((time.getUTCDay() + 6) % 7));
  return monday.toISOString().slice(0, 10);
}

/** Removes backups that are not kept, then photos that none of the rest has. @returns the names of the removed */
export async function removeOldBackups(vault: Vault): Promise<string[]> {
  const names = await vault.backups();
  const keep = toKeep(names);
  const old = names.filter((name) => !keep.has(name));
  for (const name of old) await vault.remove(name);
  if (old.length > 0) await removeUnlistedPhotos(vault, [...keep]);
  return old;
}

async function removeUnlistedPhotos(vault: Vault, names: string[]): Promise<void> {
  const listed = union(names.map((name) => keysOf(vault, name)));
  let next = await listed.next();
  for await (const key of vault.photos()) {
    while (!next.done && next.value < key) next = await listed.next();
    if (next.done || next.value !== key) await vault.removePhoto(key);
  }
}

async function* keysOf(vault: Vault, name: string): AsyncGenerator<string> {
  for await (const { key } of photosOf(vault, name)) yield key;
}
