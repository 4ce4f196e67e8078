import { parseEnv } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { openTestMarket } from "../../test/market.ts";
import { production } from "../../test/process.ts";
import { runCli } from "../../test/run-cli.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const secretIn = (file: string) => parseEnv(file)["KEY_SECRET"];

describe("market key-secret", () => {
  it("R1021 adds a KEY_SECRET of 32 bytes to .env, with which the market goes on, and none to a market that has one", async () => {
    const { settings } = database;
    const first = await openTestMarket(settings);
    const key = first.parts.applicationKey;
    await first.close();
    const { code, text, file } = await runCli(settings, "key-secret");
    expect([code, text]).toEqual([0, expect.stringContaining("Copy the file to another computer")]);
    const secret = secretIn(file) ?? "";
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(text).not.toContain(secret);
    const second = await openTestMarket({ ...settings, KEY_SECRET: secret });
    expect(second.parts.applicationKey.equals(key)).toBe(true);
    await second.close();

    const set = await runCli({ ...settings, KEY_SECRET: secret }, "key-secret");
    expect([set.code, set.text, secretIn(set.file)]).toEqual([0, "KEY_SECRET is set.", secret]);
    // The service has it from its environment: another one in .env would be wrong.
    const elsewhere = await runCli(settings, "key-secret");
    expect(elsewhere.text).toContain("but the market has one");
    expect(secretIn(elsewhere.file)).toBeUndefined();
  });

  it("R1021 changes nothing where other servers may use the same database", async () => {
    const shared = { DATABASE_URL: "postgres://market@127.0.0.1:1/market" };
    const { code, text, file } = await runCli(shared, "key-secret");
    expect([code, text]).toEqual([0, expect.stringContaining("on every server")]);
    expect(secretIn(file)).toBeUndefined();
  });

  it("R1021 a market without KEY_SECRET, or with one under 32 bytes, is warned", async () => {
    const warned = async (secret?: string) =>
      (await runCli({ ...production, KEY_SECRET: secret }, "check-config")).text
        .split("\n")
        .filter((line) => line.startsWith("KEY_SECRET is"));
    expect(await warned()).toEqual([expect.stringContaining("KEY_SECRET is not set")]);
    expect(await warned("x".repeat(31))).toEqual([
      expect.stringContaining("KEY_SECRET is shorter than 32 bytes"),
    ]);
    expect(await warned("x".repeat(32))).toEqual([]);
  });
});
