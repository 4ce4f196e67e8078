import sql from "sql-template-tag";
import type { Parts } from "../parts.ts";

/** Milliseconds for which an answer is remembered, and after which a silent database is taken for gone. */
const databaseFor = 1_000;
const storageFor = 10_000;
const patience = 2_000;

export type Health = {
  /** Whether pages and lists can be served: the database answers. */
  serves(): Promise<boolean>;
  /** Whether photos can be stored: as it was found a moment ago, for nobody waits for a bucket. */
  stores(): Promise<boolean>;
};

/** Looks at what stands behind a process, at most once in a while however often it is asked. */
export function watchHealth({ db, storage, log }: Pick<Parts, "db" | "storage" | "log">): Health {
  const remember = (what: string, lifetime: number, check: () => Promise<unknown>) => {
    let known: { isWell: boolean; at: number } | undefined;
    let asking: Promise<boolean> | undefined;
    const ask = async (): Promise<boolean> => {
      const error = await check().then(
        () => undefined,
        (thrown: Error) => thrown,
      );
      const isWell = error === undefined;
      if (error && known?.isWell !== false) log.warn({ err: error, check: what }, "not well");
      if (isWell && known?.isWell === false) log.info({ check: what }, "well again");
      known = { isWell, at: performance.now() };
      asking = undefined;
      return isWell;
    };
    return {
      last: () => known?.isWell,
      fresh: async () =>
        known && performance.now() - known.at < lifetime ? known.isWell : (asking ??= ask()),
    };
  };
  const database = remember("database", databaseFor, () =>
    db.query(sql`select from migrations limit 1`, patience),
  );
  const photos = remember("storage", storageFor, () => storage.check());
  return {
    serves: database.fresh,
    async stores() {
      const asked = photos.fresh();
      return photos.last() ?? asked;
    },
  };
}
