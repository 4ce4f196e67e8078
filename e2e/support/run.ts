import { chmod, cp, mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedDatabase } from "@market/server/db/postgres/embedded";
import { findPostmaster, isAlive, stopByPid } from "@market/server/db/postgres/postmaster";
import { databaseUrl, execute } from "@market/server/test/postgres";
import { type Market, startMarket } from "./own-market.ts";

/** Followed by the pid of the run, so that the next run can detect a killed one. */
const prefix = "market-e2e-";
const template = "market_template";
/** Students of many tests post the same photo, which would open a case for the moderators. */
const forgetFingerprints = `
  create function forget_fingerprint() returns trigger language plpgsql as 'begin return null; end';
  create trigger forget_fingerprint before insert on photo_fingerprints
  for each row execute function forget_fingerprint();`;
/** Bytes that a run needs at most: database, write-ahead log and photos. */
const needed = 2 * 1024 ** 3;

/** Settings of the run, for its workers. */
type Run = { folder: string; server: string };

/**
 * Once for a run: starts one PostgreSQL and lets the product fill a database and a folder with the demo data, of
 * which every worker gets a copy. @returns what ends it again
 */
export default async function startRun(): Promise<() => Promise<void>> {
  const place = await memoryOrDisk();
  await removeKilledRuns(place);
  const folder = await mkdtemp(join(place, `${prefix}${process.pid}-`));
  // Under root the database runs as another account, which needs access to the folder.
  await chmod(folder, 0o711);
  const database = await startEmbeddedDatabase({
    dataDir: folder,
    log: { info: () => undefined, warn: console.warn },
  });
  const end = async () => {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await execute(database.url, `create database ${template}`);
    const market = await startMarket(databaseUrl(database.url, template), join(folder, template));
    await market.stop();
    await execute(databaseUrl(database.url, template), forgetFingerprints);
  } catch (error) {
    await end();
    throw error;
  }
  process.env["E2E_RUN"] = JSON.stringify({ folder, server: database.url } satisfies Run);
  return end;
}

/** Starts a market on its own copy of the demo data. @param name of its database and folder */
export async function openMarket(name: string): Promise<Market> {
  const { folder, server } = JSON.parse(process.env["E2E_RUN"] ?? "") as Run;
  await execute(server, `create database ${name} template ${template}`);
  await cp(join(folder, template), join(folder, name), { recursive: true });
  return startMarket(databaseUrl(server, name), join(folder, name));
}

/** Starts the database in memory, where writing through to disk costs no time. */
async function memoryOrDisk(): Promise<string> {
  const memory = "/dev/shm";
  const filesystem = await statfs(memory).catch(() => undefined);
  return filesystem && filesystem.bavail * filesystem.bsize > needed ? memory : tmpdir();
}

async function removeKilledRuns(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    const running = await findPostmaster(join(place, name, "postgres", "cluster"));
    if (running !== null) await stopByPid(running.pid);
    await rm(join(place, name), { recursive: true, force: true });
  }
}
