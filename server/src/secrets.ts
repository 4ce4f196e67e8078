import { hkdfSync, randomBytes } from "node:crypto";
import sql from "sql-template-tag";
import type { Queries } from "./db.ts";
import { isSealed, seal, unseal } from "./identity/seal.ts";

const name = "application_key";

/**
 * The 32 random bytes of this installation, made by whichever process asks first and shared by all.
 * @param secret KEY_SECRET, under which it is sealed; one that was stored in plain text before is sealed now
 * @throws Error with a sentence for the operator when it is sealed under another one
 */
export async function loadApplicationKey(db: Queries, secret: string | undefined): Promise<Buffer> {
  let stored = await selectKey(db);
  if (stored === undefined) {
    const fresh = await closed(randomBytes(32).toString("base64"), secret);
    await db.query(sql`
      insert into settings (name, value) values (${name}, to_jsonb(${fresh}::text)) on conflict (name) do nothing`);
    stored = (await selectKey(db)) ?? "";
  }
  const key = await opened(stored, secret);
  if (key === undefined)
    throw new Error(
      "The application key in this database is sealed under another KEY_SECRET. Set that one, or seal the key under the present one: npm run market -- reseal < file-with-the-former-secret",
    );
  if (secret !== undefined && !isSealed(stored)) await replaceKey(db, stored, key, secret);
  return Buffer.from(key, "base64");
}

/**
 * Seals the application key under another secret, or stores it in plain text without one.
 * @returns false when the former secret does not open it
 */
export async function resealApplicationKey(
  db: Queries,
  former: string,
  secret: string | undefined,
): Promise<boolean> {
  const stored = await selectKey(db);
  const key = stored && (await opened(stored, former));
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
  secret === undefined ? key : seal(key, secret, name);

async function opened(stored: string, secret: string | undefined): Promise<string | undefined> {
  if (!isSealed(stored)) return stored;
  return secret === undefined ? undefined : unseal(stored, secret, name);
}

/** A 32-byte key for one purpose, so that no two uses share one (HKDF, RFC 5869). */
export function deriveKey(applicationKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", applicationKey, "", purpose, 32));
}
