import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { databaseUrl, execute } from "./postgres.ts";

export type TestDatabase = {
  /** Straight to the server, whatever stands in front of it. */
  url: string;
  /** The product's connection string: through the run's pooler, if there is one. */
  settings: { DATABASE_URL: string; DATABASE_SESSION_URL: string };
  drop(): Promise<void>;
};

/** Creates a migrated, empty database, copied from the template in some 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject("databaseServer");
  const name = `market_test_${process.pid}_${randomBytes(4).toString("hex")}`;
  await execute(server, `create database ${name} template ${inject("databaseTemplate")}`);
  const url = databaseUrl(server, name);
  return {
    url,
    settings: {
      DATABASE_URL: databaseUrl(inject("databasePooler") ?? server, name),
      DATABASE_SESSION_URL: url,
    },
    drop: () => execute(server, `drop database if exists ${name} with (force)`),
  };
}
