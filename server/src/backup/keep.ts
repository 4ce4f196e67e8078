import { union } from "./lines.ts";
import { photosOf } from "./manifest.ts";
import { isFuture, timeOfName, type BackupStore } from "./backup-store.ts";

/** The number of days, weeks and months whose newest backup is retained. */
const retention = { days: 7, weeks: 4, months: 6 };

/** Selects the backups to retain, and also all that are dated in the future. @param names oldest first */
function toKeep(names: readonly string[], now: Date): Set<string> {
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
  newestOf((time) => time.toISOString().slice(0, 10), retention.days);
  newestOf(mondayOf, retention.weeks);
  newestOf((time) => time.toISOString().slice(0, 7), retention.months);
  return keep;
}

function mondayOf(time: Date): string {
  const monday = new Date(time);
  monday.setUTCDate(time.getUTCDate() - ((time.getUTCDay() + 6) % 7));
  return monday.toISOString().slice(0, 10);
}

/** Removes old backups by the database's time, then photos that no retained backup has. @returns the names of the removed backups */
export async function removeOldBackups(backupStore: BackupStore, now: Date): Promise<string[]> {
  const names = await backupStore.backups();
  const keep = toKeep(names, now);
  const old = names.filter((name) => !keep.has(name));
  for (const name of old) await backupStore.remove(name);
  if (old.length > 0) await removeUnlistedPhotos(backupStore, [...keep]);
  return old;
}

async function removeUnlistedPhotos(backupStore: BackupStore, names: string[]): Promise<void> {
  const listed = union(names.map((name) => keysOf(backupStore, name)));
  let next = await listed.next();
  for await (const key of backupStore.photos()) {
    while (!next.done && next.value < key) next = await listed.next();
    if (next.done || next.value !== key) await backupStore.removePhoto(key);
  }
}

async function* keysOf(backupStore: BackupStore, name: string): AsyncGenerator<string> {
  for await (const { key } of photosOf(backupStore, name)) yield key;
}
