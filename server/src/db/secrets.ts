import { marketCommand } from "../config/command-name.ts";
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import sql from "sql-template-tag";
import type { Database, Queries } from "./database.ts";
import { decrypt, encrypt, isEncrypted } from "../config/encryption.ts";

const names = [
  "application_key",
  "previous_application_key",
  "lasting_key",
  "erasure_key",
] as const;
/**
 * The lasting key is of what a new application key must leave as it is: avatars, push subscriptions and the hashes of erased
 * accounts that were suspended. The erasure key is of the hashes of all erased accounts. Neither changes.
 */
type KeyName = (typeof names)[number];

/** 32 random bytes shared by all processes, encrypted under `secret` if set. @throws Error for the operator when it is another secret */
export const loadApplicationKey = (db: Queries, secret: string | undefined): Promise<Buffer> =>
  loadKey(db, "application_key", secret);

export type ApplicationKeys = {
  applicationKey: Buffer;
  /** The application key before its last change, for 30 days after it. */
  previousKey: () => Buffer | undefined;
  lastingKey: Buffer;
};

/** @throws Error with a sentence for the operator when they are encrypted under another secret */
export async function loadApplicationKeys(
  db: Queries,
  secret: string | undefined,
): Promise<ApplicationKeys> {
  const applicationKey = await loadApplicationKey(db, secret);
  const lastingKey = await loadKey(db, "lasting_key", secret, applicationKey);
  const seconds = await previousKeySeconds(db);
  const previous = seconds > 0 ? await readKey(db, "previous_application_key", secret) : undefined;
  const end = performance.now() + seconds * 1_000;
  return {
    applicationKey,
    lastingKey,
    previousKey: () => (performance.now() < end ? previous : undefined),
  };
}

/** Replaces the application key. Processes use the new one from their next start on. */
export function rotateApplicationKey(db: Database, secret: string | undefined): Promise<void> {
  return db.transaction(async (transaction) => {
    await transaction.query(sql`select from settings where name = 'application_key' for update`);
    const { applicationKey } = await loadApplicationKeys(transaction, secret);
    await storeKey(transaction, "previous_application_key", applicationKey, secret);
    await storeKey(transaction, "application_key", randomBytes(32), secret);
    await transaction.query(sql`
      insert into settings (name, value) values ('application_key_changed_at', to_jsonb(now()))
      on conflict (name) do update set value = excluded.value`);
  });
}

/** Forgets a replaced application key once nothing is read with it. */
export async function deletePreviousKey(db: Queries): Promise<void> {
  if ((await previousKeySeconds(db)) <= 0)
    await db.query(sql`delete from settings where name = 'previous_application_key'`);
}

/** Whether a market with a KEY_SECRET has run on this database. */
export async function isKeyEncrypted(db: Queries): Promise<boolean> {
  return isEncrypted((await selectKey(db, "application_key")) ?? "");
}

/** Seconds for which values of the previous key are still accepted. */
async function previousKeySeconds(db: Queries): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(sql`
    select extract(epoch from (value #>> '{}')::timestamptz + interval '30 days' - now())::float8 as seconds
    from settings where name = 'application_key_changed_at'`);
  return row?.seconds ?? 0;
}

/** @param fresh stored if the database has no key yet */
export async function loadKey(
  db: Queries,
  name: KeyName,
  secret: string | undefined,
  fresh: Buffer = randomBytes(32),
): Promise<Buffer> {
  let stored = await selectKey(db, name);
  if (stored === undefined) {
    const value = await closeKey(name, fresh, secret);
    await db.query(sql`
      insert into settings (name, value) values (${name}, to_jsonb(${value}::text)) on conflict (name) do nothing`);
    stored = (await selectKey(db, name)) ?? "";
  }
  const key = await openedOrRefused(name, stored, secret);
  if (secret !== undefined && !isEncrypted(stored)) await replaceKey(db, name, stored, key, secret);
  return key;
}

/** Reads a key as `loadKey` does, without writing. @returns undefined if there is none yet */
export async function readKey(
  db: Queries,
  name: KeyName,
  secret: string | undefined,
): Promise<Buffer | undefined> {
  const stored = await selectKey(db, name);
  return stored === undefined ? undefined : openedOrRefused(name, stored, secret);
}

/** Reads a key. @returns undefined if there is none, or if it is encrypted under another secret */
export async function findKey(
  db: Queries,
  name: KeyName,
  secret: string | undefined,
): Promise<Buffer | undefined> {
  const stored = await selectKey(db, name);
  return stored === undefined ? undefined : openKey(name, stored, secret);
}

/** Finds the lasting key; a backup of an earlier release has the application key in its place. */
export const findLastingKey = async (
  db: Queries,
  secret: string | undefined,
): Promise<Buffer | undefined> =>
  (await selectKey(db, "lasting_key")) === undefined
    ? findKey(db, "application_key", secret)
    : findKey(db, "lasting_key", secret);

export async function storeKey(
  db: Queries,
  name: KeyName,
  key: Buffer,
  secret: string | undefined,
): Promise<void> {
  const value = await closeKey(name, key, secret);
  await db.query(sql`
    insert into settings (name, value) values (${name}, to_jsonb(${value}::text))
    on conflict (name) do update set value = excluded.value`);
}

async function openedOrRefused(
  name: KeyName,
  stored: string,
  secret: string | undefined,
): Promise<Buffer> {
  const key = await openKey(name, stored, secret);
  if (key !== undefined) return key;
  throw new Error(
    `The application key in this database is encrypted under another KEY_SECRET. Set that one, or encrypt the key under the present one: ${marketCommand} reencrypt < file-with-the-old-secret`,
  );
}

/** Encrypts the keys under another secret, as a restore may have done already. @returns false if the previous secret does not decrypt one */
export async function reencryptKeys(
  db: Queries,
  previous: string,
  secret: string | undefined,
): Promise<boolean> {
  const found = [];
  for (const name of names) {
    const stored = await selectKey(db, name);
    if (stored === undefined && name !== "application_key") continue;
    const key =
      stored &&
      ((await openKey(name, stored, previous)) ??
        (name === "erasure_key" ? await openKey(name, stored, secret) : undefined));
    if (!stored || !key) return false;
    found.push({ name, stored, key });
  }
  for (const { name, stored, key } of found) await replaceKey(db, name, stored, key, secret);
  return true;
}

async function selectKey(db: Queries, name: KeyName): Promise<string | undefined> {
  const [row] = await db.query<{ value: string }>(
    sql`select value from settings where name = ${name}`,
  );
  return row?.value;
}

async function replaceKey(
  db: Queries,
  name: KeyName,
  stored: string,
  key: Buffer,
  secret: string | undefined,
): Promise<void> {
  const next = await closeKey(name, key, secret);
  await db.query(sql`
    update settings set value = to_jsonb(${next}::text)
    where name = ${name} and value = to_jsonb(${stored}::text)`);
}

/** Encodes a key for storage, encrypted if there is a secret. */
export async function closeKey(
  name: KeyName,
  key: Buffer,
  secret: string | undefined,
): Promise<string> {
  const text = key.toString("base64");
  return secret === undefined ? text : encrypt(text, secret, name);
}

/** @returns undefined if it is encrypted under another secret */
export async function openKey(
  name: KeyName,
  stored: string,
  secret: string | undefined,
): Promise<Buffer | undefined> {
  if (!isEncrypted(stored)) return Buffer.from(stored, "base64");
  const text = secret === undefined ? undefined : await decrypt(stored, secret, name);
  return text === undefined ? undefined : Buffer.from(text, "base64");
}

/** A 32-byte key for one purpose (HKDF, RFC 5869). */
export function deriveKey(applicationKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", applicationKey, "", purpose, 32));
}

/** The keys for one purpose whose values are accepted, the present one first. */
export function acceptedKeys(
  { applicationKey, previousKey }: Pick<ApplicationKeys, "applicationKey" | "previousKey">,
  purpose: string,
): Buffer[] {
  const previous = previousKey();
  return [applicationKey, ...(previous ? [previous] : [])].map((key) => deriveKey(key, purpose));
}

export const hmac = (key: Buffer, content: string | Buffer): Buffer =>
  createHmac("sha256", key).update(content).digest();

/** Compares secrets; the time it takes depends on their lengths alone. */
export function isSameSecret(given: string | Buffer, expected: string | Buffer): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
