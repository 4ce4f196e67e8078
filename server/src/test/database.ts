import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { databaseUrl, execute } from "./setup.ts";

export type TestDatabase = { url: string; drop(): Promise<void> };

/** A migrated, empty database of one's own, copied from the template in some 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject("databaseServer");
  const name = `market_test_${process.pid}_${randomBytes(4).toString("hex")}`;
  await execute(server, `create database ${name} template ${inject("databaseTemplate")}`);
  return {
    url: databaseUrl(server, name),
    drop: () => execute(server, `drop database if exists ${name} with (force)`),
  };
}
