import { ByteCache } from "../byte-cache.ts";
import type { Queries } from "../db.ts";
import { selectPhotoShown } from "./photos.sql.ts";

/**
 * Milliseconds for which an answer of the database is believed. With the 30 s of `s-maxage` that a proxy may keep a
 * photo, one that is removed or hidden is gone within a minute.
 */
const lifetimeDefault = 20_000;
/** Bytes of answers that are kept, some ten thousand. */
const keptBytes = 2 * 1024 * 1024;
const answerBytes = 200;

type Answer = { isShown: boolean; at: number };

/**
 * Tells whether everybody may see a photo whose file is there: its row exists, and its listing is neither hidden nor
 * a suspended seller's. While the database cannot be asked, its last answer counts, and a photo without one is shown.
 */
export function createPhotoVisibility(
  db: Queries,
  lifetime = lifetimeDefault,
): (key: string) => Promise<boolean> {
  const answers = new ByteCache<Answer>(keptBytes, () => answerBytes);
  const asking = new Map<string, Promise<boolean>>();

  async function ask(name: string, key: string, last: Answer | undefined): Promise<boolean> {
    try {
      const isShown = await selectPhotoShown(db, key);
      answers.set(name, { isShown, at: performance.now() });
      return isShown;
    } catch {
      return last?.isShown ?? true;
    } finally {
      asking.delete(name);
    }
  }

  return async (key) => {
    // All files of a photo have one name, and one answer.
    const name = key.slice(0, key.lastIndexOf("-"));
    const last = answers.get(name);
    if (last && performance.now() - last.at < lifetime) return last.isShown;
    const asked = asking.get(name) ?? ask(name, key, last);
    asking.set(name, asked);
    return asked;
  };
}
