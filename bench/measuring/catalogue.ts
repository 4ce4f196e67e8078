import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { startEmbeddedDatabase } from "@market/server/database/embedded";
import { type Database, migrate, openDatabase } from "@market/server/db";
import { fillWithListings } from "@market/server/development/demo-bulk";
import { root } from "./programs.ts";

export type Catalogue = { url: string; db: Database; dataDir: string; close(): Promise<void> };

/**
 * A database with that many listings on a folder of its own, made by the first measurement that needs
 * it and kept: data/bench-<listings> unless `BENCH_DATA` names another folder for all of them.
 */
export async function openCatalogue(
  listings: number,
  seed = 1,
  dataDir = dataDirOf(listings),
): Promise<Catalogue> {
  const log = { info: () => undefined, warn: console.warn };
  const { url, stop } = await startEmbeddedDatabase({ dataDir, log });
  await migrate(url);
  const db = openDatabase(url, console.warn, { size: 4 });
  const close = async () => {
    await db.close();
    await stop();
  };
  // A measurement in production leaves the mark that a trial on the same catalogue would be refused for.
  await db.run("delete from settings where name = 'production'");
  rmSync(join(dataDir, "production"), { force: true });
  const { rows } = await db.run("select id from products limit 1");
  if (rows.length === 0) await fillWithListings({ db, count: listings, seed, log: console.log });
  return { url, db, dataDir, close };
}

export const dataDirOf = (listings: number): string =>
  resolve(process.env["BENCH_DATA"] ?? `${root}data`, `bench-data-${listings}`);
