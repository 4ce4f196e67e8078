import { randomBytes } from "node:crypto";
import { open } from "node:fs/promises";
import { marketCommand } from "../config/command-name.ts";
import { openDatabase } from "../db/database.ts";
import { findEmbeddedDatabase } from "../db/postgres/embedded.ts";
import { isKeyEncrypted } from "../db/secrets.ts";
import type { Command } from "./command.ts";

/** Adds a KEY_SECRET to `.env` where that is safe, and says otherwise what to do. `market upgrade` runs it. */
export const keySecret: Command = async (config, _args, file) => {
  if (config.KEY_SECRET !== undefined) return console.log("KEY_SECRET is set.");
  if (file === undefined || mayBeShared(config.DATABASE_URL))
    return console.log(
      "KEY_SECRET is not set. Make one, openssl rand -base64 32, and set it on every server that uses this database, before any of them restarts.",
    );
  const url = config.DATABASE_SESSION_URL ?? (await findEmbeddedDatabase(config.DATA_DIR));
  if (!url)
    return console.log(
      "KEY_SECRET is not set, and the database is not running. Start the market first.",
    );
  const db = openDatabase(url, () => {}, { size: 1 });
  try {
    if (await isKeyEncrypted(db))
      return console.log(
        `KEY_SECRET is missing in ${file.path}, but the market has one: its keys are encrypted. Copy that one.`,
      );
  } finally {
    await db.close();
  }
  await append(file.path, `\nKEY_SECRET="${randomBytes(32).toString("base64url")}"\n`);
  console.log(
    `KEY_SECRET is added to ${file.path}, and encrypts the application key from the next start on. Copy the file to another computer now: the market cannot start on a later backup without it. After the restart, replace the signing key, so that it is encrypted too: ${marketCommand} rotate-keys`,
  );
};

/** Processes on other computers may use the same database, and would not find its keys. */
function mayBeShared(url: string | undefined): boolean {
  if (url === undefined) return false;
  const { hostname, searchParams } = new URL(url);
  return !(searchParams.get("host") ?? decodeURIComponent(hostname)).startsWith("/");
}

async function append(path: string, text: string): Promise<void> {
  const file = await open(path, "a");
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
