import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Config } from "../config/config.ts";
import { knownSchema, schemaOf } from "../db/database.ts";
import { createBackup } from "./create.ts";
import { BackupStore, nameOfTime } from "./backup-store.ts";

const upgradeFolder = "before-upgrade";
/** The number of upgrades that can be rolled back. */
const mostBackups = 2;
/** Days, so that these backups do not hold the data of erased accounts for ever. */
const mostDays = 30;

/** Backs up the rows; no migration touches photos. @returns the backup's place, or undefined if the schema does not change */
export async function backUpBeforeUpgrade(
  url: string,
  { DATA_DIR, KEY_SECRET }: Pick<Config, "DATA_DIR" | "KEY_SECRET">,
): Promise<string | undefined> {
  const schema = await readSchema(url);
  if (schema === 0 || schema >= knownSchema()) return undefined;
  const backupStore = await BackupStore.open(join(DATA_DIR, upgradeFolder), { KEY_SECRET });
  const { name } = await createBackup({ url, storage: undefined, backupStore, progress: () => {} });
  for (const old of (await backupStore.backups()).slice(0, -mostBackups))
    await backupStore.remove(old);
  return backupStore.place(name);
}

/** Removes backups from before upgrades that are too old to roll back to. @param now the database's time */
export async function removeOldUpgradeBackups(dataDir: string, now: Date): Promise<void> {
  const folder = join(dataDir, upgradeFolder);
  if (!existsSync(folder)) return;
  const backupStore = await BackupStore.open(folder, {});
  const oldest = nameOfTime(new Date(now.getTime() - mostDays * 24 * 3_600_000));
  const names = [...(await backupStore.backups()), ...(await backupStore.unfinished())];
  for (const name of names) if (name < oldest) await backupStore.remove(name);
}

async function readSchema(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await schemaOf(client);
  } finally {
    await client.end();
  }
}
