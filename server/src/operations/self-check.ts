import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { openProvider } from "../identity/identity.ts";
import { copyTo, type Storage } from "../images/storage.ts";
import { causeOf } from "./cause.ts";

/**
 * Tries what a market needs beside its database, as students will.
 * @param storage none where its folder is yet to be made
 * @returns a sentence for each that does not work
 */
export async function findFaults(config: Config, storage: Storage | undefined): Promise<string[]> {
  const tries: [string, Promise<unknown>][] = [];
  if (storage !== undefined)
    tries.push([`Photos cannot be stored in ${nameOf(config)}`, tryStorage(config, storage)]);
  if (config.mode === "production")
    tries.push([
      `Nobody can sign in: the provider ${config.OIDC_ISSUER} cannot be used`,
      openProvider(config).check(),
    ]);
  const faults = tries.map(([fault, attempt]) =>
    attempt.then(
      () => [],
      (error: unknown) => [`${fault}: ${causeOf(error)}.`],
    ),
  );
  return (await Promise.all(faults)).flat();
}

const nameOf = ({ STORAGE_URL, DATA_DIR }: Config) => STORAGE_URL ?? join(DATA_DIR, "photos");

/** A folder is only looked at: files of another account than the market's would be in its way. */
async function tryStorage(config: Config, storage: Storage): Promise<void> {
  if (config.STORAGE_URL === undefined) return storage.check();
  const folder = await mkdtemp(join(tmpdir(), "market-check-"));
  const key = `check-${randomBytes(12).toString("hex")}.bin`;
  try {
    await writeFile(join(folder, "sent"), key);
    await storage.put(key, join(folder, "sent"));
    if (!(await copyTo(storage, key, join(folder, "read"))))
      throw new Error("what was written is not there");
    await storage.remove([key]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
