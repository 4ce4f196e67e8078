import { join } from "node:path";
import pg from "pg";
import { knownSchema, schemaOf } from "../db/database.ts";
import { createBackup } from "./create.ts";
import { Vault } from "./vault.ts";

export const upgradeFolder = "before-upgrade";
/** How many upgrades can be gone back. */
const kept = 2;

/**
 * Backs up the rows of a database whose schema is about to change; no migration touches photos.
 * @returns where, or undefined when nothing is about to change
 */
export async function backUpBeforeUpgrade(
  url: string,
  dataDir: string,
): Promise<string | undefined> {
  const schema = await readSchema(url);
  if (schema === 0 || schema >= knownSchema()) return undefined;
  const vault = await Vault.open(join(dataDir, upgradeFolder), {});
  const { name } = await createBackup({ url, storage: undefined, vault, progress: () => {} });
  for (const old of (await vault.backups()).slice(0, -kept)) await vault.remove(old);
  return vault.place(name);
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
