import { hkdfSync, randomBytes } from "node:crypto";
import sql from "sql-template-tag";
import type { Queries } from "./db.ts";

/** The 32 random bytes of this installation, made by whichever process asks first and shared by all. */
export async function loadApplicationKey(db: Queries): Promise<Buffer> {
  const fresh = JSON.stringify(randomBytes(32).toString("base64"));
  await db.query(sql`
    insert into settings (name, value) values ('application_key', ${fresh}::jsonb) on conflict (name) do nothing`);
  const [row] = await db.query<{ value: string }>(
    sql`select value from settings where name = 'application_key'`,
  );
  if (row === undefined) throw new Error("The application key could not be read.");
  return Buffer.from(row.value, "base64");
}

/** A 32-byte key for one purpose, so that no two uses share one (HKDF, RFC 5869). */
export function deriveKey(applicationKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", applicationKey, "", purpose, 32));
}
