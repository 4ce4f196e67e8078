import { marketCommand } from "../config/command-name.ts";
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import sql from "sql-template-tag";
import type { Queries } from "./database.ts";
import { decrypt, encrypt, isEncrypted } from "../config/encryption.ts";

const name = "application_key";

/**
 * The 32 random bytes of this installation, shared by all processes; encrypted under `secret` if set.
 * @throws Error with a sentence for the operator when they are encrypted under another one
 */
export async function loadApplicationKey(db: Queries, secret: string | undefined): Promise<Buffer> {
  let stored = await selectKey(db);
  if (stored === undefined) {
    const fresh = await closed(randomBytes(32).toString("base64"), secret);
    await db.query(sql`
      insert into settings (name, value) values (${name}, to_jsonb(${fresh}::text)) on conflict (name) do nothing`);
    stored = (await selectKey(db)) ?? "";
  }
  const key = await openedOrRefused(stored, secret);
  if (secret !== undefined && !isEncrypted(stored)) await replaceKey(db, stored, key, secret);
  return Buffer.from(key, "base64");
}

/** Reads the key as `loadApplicationKey` does, without writing. @returns undefined before the first start */
export async function readApplicationKey(
  db: Queries,
  secret: string | undefined,
): Promise<Buffer | undefined> {
  const stored = await selectKey(db);
  return stored === undefined
    ? undefined
    : Buffer.from(await openedOrRefused(stored, secret), "base64");
}

async function openedOrRefused(stored: string, secret: string | undefined): Promise<string> {
  const key = await opened(stored, secret);
  if (key !== undefined) return key;
  throw new Error(
    `The application key in this database is encrypted under another KEY_SECRET. Set that one, or encrypt the key under the present one: ${marketCommand} reencrypt < file-with-the-old-secret`,
  );
}

/** @returns false if the previous secret does not decrypt the key */
export async function reencryptApplicationKey(
  db: Queries,
  previous: string,
  secret: string | undefined,
): Promise<boolean> {
  const stored = await selectKey(db);
  const key = stored && (await opened(stored, previous));
  if (!stored || !key) return false;
  await replaceKey(db, stored, key, secret);
  return true;
}

async function selectKey(db: Queries): Promise<string | undefined> {
  const [row] = await db.query<{ value: string }>(
    sql`select value from settings where name = ${name}`,
  );
  return row?.value;
}

async function replaceKey(
  db: Queries,
  stored: string,
  key: string,
  secret: string | undefined,
): Promise<void> {
  const next = await closed(key, secret);
  await db.query(sql`
    update settings set value = to_jsonb(${next}::text)
    where name = ${name} and value = to_jsonb(${stored}::text)`);
}

const closed = async (key: string, secret: string | undefined) =>
  secret === undefined ? key : encrypt(key, secret, name);

async function opened(stored: string, secret: string | undefined): Promise<string | undefined> {
  if (!isEncrypted(stored)) return stored;
  return secret === undefined ? undefined : decrypt(stored, secret, name);
}

/** A 32-byte key for one purpose (HKDF, RFC 5869). */
export function deriveKey(applicationKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", applicationKey, "", purpose, 32));
}

/** HMAC with SHA-256. */
export const hmac = (key: Buffer, content: string | Buffer): Buffer =>
  createHmac("sha256", key).update(content).digest();

/** Compares secrets; the time it takes depends on their lengths alone. */
export function isSameSecret(given: string | Buffer, expected: string | Buffer): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
