import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import sql from "sql-template-tag";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "./database.ts";
import { loadApplicationKey } from "./secrets.ts";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, () => undefined);
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

const stored = async () =>
  (
    await db.query<{ value: string }>(
      sql`select value from settings where name = 'application_key'`,
    )
  )[0]?.value ?? "";

async function reencrypt(oldSecret: string, secret: string | undefined) {
  const program = fileURLToPath(new URL("../market/market.ts", import.meta.url));
  const env = {
    PATH: "/usr/bin:/bin",
    ...database.settings,
    ...(secret && { KEY_SECRET: secret }),
  };
  const child = spawn(process.execPath, [program, "reencrypt"], { env });
  child.stdin.end(`${oldSecret}\n`);
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = child.exitCode === null ? await once(child, "exit") : [child.exitCode];
  return { code: code as number, said: out + error };
}

describe("the application key", () => {
  it("is the same for all processes, in plain text without KEY_SECRET", async () => {
    const keys = await Promise.all([1, 2, 3].map(() => loadApplicationKey(db, undefined)));
    expect(keys[0]).toHaveLength(32);
    for (const key of keys) expect(key.equals(keys[0] ?? Buffer.alloc(0))).toBe(true);
    expect(await stored()).toBe(keys[0]?.toString("base64"));
  });

  it("is encrypted under KEY_SECRET from the first start on, also when processes start together", async () => {
    const keys = await Promise.all([1, 2, 3].map(() => loadApplicationKey(db, "a secret")));
    for (const key of keys) expect(key.equals(keys[0] ?? Buffer.alloc(0))).toBe(true);
    expect(await stored()).toMatch(/^ey[\w-]+(\.[\w-]+){4}$/);
    expect(await stored()).not.toContain(keys[0]?.toString("base64"));
  });

  it(
    "is encrypted when KEY_SECRET is set later, and stays the same",
    { tags: "sweep" },
    async () => {
      const before = await loadApplicationKey(db, undefined);
      expect((await loadApplicationKey(db, "a secret")).equals(before)).toBe(true);
      expect(await stored()).toMatch(/^ey[\w-]+(\.[\w-]+){4}$/);
      expect((await loadApplicationKey(db, "a secret")).equals(before)).toBe(true);
    },
  );

  it.each([undefined, "another secret"])(
    "is refused under KEY_SECRET %s, with how to fix it",
    async (secret) => {
      await loadApplicationKey(db, "a secret");
      const before = await stored();
      await expect(loadApplicationKey(db, secret)).rejects.toThrow(
        "is encrypted under another KEY_SECRET. Set that one, or encrypt the key under the present one: npm run market -- reencrypt",
      );
      expect(await stored()).toBe(before);
    },
  );

  it(
    "is encrypted again by reencrypt with the previous secret only",
    { tags: "sweep" },
    async () => {
      const before = await loadApplicationKey(db, "a secret");
      const wrong = await reencrypt("no secret", "another secret");
      expect([wrong.code, wrong.said]).toEqual([
        1,
        "This secret does not decrypt the application key; nothing was changed.\n",
      ]);
      expect((await reencrypt("a secret", "another secret")).code).toBe(0);
      expect((await loadApplicationKey(db, "another secret")).equals(before)).toBe(true);
      await expect(loadApplicationKey(db, "a secret")).rejects.toThrow("another KEY_SECRET");
      expect((await reencrypt("another secret", undefined)).said).toContain("plain text");
      expect((await loadApplicationKey(db, undefined)).equals(before)).toBe(true);
    },
  );
});
