import sql from "sql-template-tag";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { createSigningKeys, rotateSigningKeys } from "./keys.ts";
import { createTokens } from "./tokens.ts";

describe("signing keys", () => {
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

  const holder = { identityId: newId(), sessionId: newId() };
  /** One process of the product. */
  const process = (secret?: string) => {
    const keys = createSigningKeys(db, secret);
    return { keys, tokens: createTokens(keys, "https://market.example") };
  };
  const pass = (interval: string) =>
    db.query(
      sql`update signing_keys set created_at = created_at - ${interval}::interval, retired_at = retired_at - ${interval}::interval`,
    );

  it("are one, however many processes start concurrently, and each accepts the others' tokens", async () => {
    const processes = Array.from({ length: 6 }, () => process());
    const issued = await Promise.all(processes.map(({ tokens }) => tokens.issue(holder)));
    for (const { tokens } of processes) {
      for (const { token } of issued) expect(await tokens.verify(token)).toMatchObject(holder);
    }
    expect(await db.query(sql`select id from signing_keys`)).toHaveLength(1);
  });

  it("publish only their public half", async () => {
    const { keys: published } = await process().keys.publicKeys();
    expect(published).toEqual([
      {
        kty: "EC",
        crv: "P-256",
        alg: "ES256",
        use: "sig",
        kid: expect.any(String),
        x: expect.any(String),
        y: expect.any(String),
      },
    ]);
  });

  it("are rotated without one good token refused, also by a process that has not heard of it", async () => {
    const early = process();
    const before = await early.tokens.issue(holder);
    const second = await rotateSigningKeys(db, undefined);

    const informed = process();
    const between = await informed.tokens.issue(holder);
    expect(await early.tokens.verify(between.token)).toMatchObject(holder);
    expect((await informed.keys.publicKeys()).keys.map(({ kid }) => kid)).toContain(second);

    await pass("3 minutes");
    const later = process();
    expect((await later.keys.signer()).id).toBe(second);
    const after = await later.tokens.issue(holder);
    expect(await informed.tokens.verify(after.token)).toMatchObject(holder);
    for (const { token } of [before, between, after])
      expect(await later.tokens.verify(token)).toMatchObject(holder);

    await pass("70 minutes");
    await expect(process().tokens.verify(before.token)).rejects.toMatchObject({
      code: "invalid-token",
    });
    expect(await process().tokens.verify(after.token)).toMatchObject(holder);
  });

  it("are encrypted in the database when there is a secret", async () => {
    const encrypted = process("a long secret");
    const { token } = await encrypted.tokens.issue(holder);
    const [row] = await db.query<{ privateKey: string }>(
      sql`select private_key as "privateKey" from signing_keys`,
    );
    expect(row?.privateKey).toMatch(/^ey[\w-]+(\.[\w-]+){4}$/);
    expect(row?.privateKey).not.toContain('"d"');
    expect(await process("a long secret").tokens.verify(token)).toMatchObject(holder);
    expect((await process("a long secret").keys.signer()).id).toBe(
      (await encrypted.keys.signer()).id,
    );
  });

  it("that another secret has encrypted sign no more, but their tokens stay good", async () => {
    const { token } = await process("first secret").tokens.issue(holder);
    for (const secret of ["second secret", undefined]) {
      const changed = process(secret);
      expect(await changed.tokens.verify(token)).toMatchObject(holder);
      const fresh = await changed.tokens.issue(holder);
      expect(await process("first secret").tokens.verify(fresh.token)).toMatchObject(holder);
    }
  });

  it("do not open when their row was changed or moved", async () => {
    const first = (await process("secret").keys.signer()).id;
    await rotateSigningKeys(db, "secret");
    await db.query(sql`
      update signing_keys a set private_key = b.private_key from signing_keys b where a.id <> b.id`);
    expect((await process("secret").keys.signer()).id).not.toBe(first);
    expect(await db.query(sql`select id from signing_keys`)).toHaveLength(3);
  });
});
