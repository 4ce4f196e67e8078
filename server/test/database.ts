import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { databaseUrl, execute } from "./postgres.ts";

export type TestDatabase = {
  /** The address of the server itself, past any pooler, as the owner of the tables. */
  url: string;
  /** The product's connection strings: through the run's pooler, if there is one, as a role that owns nothing. */
  settings: { DATABASE_URL: string; DATABASE_SESSION_URL: string; DATABASE_OWNER_URL: string };
  drop(): Promise<void>;
};

/** Creates a migrated, empty database, copied from the template in some 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const [server, application] = [inject("databaseServer"), inject("databaseApplication")];
  const name = `market_test_${process.pid}_${randomBytes(4).toString("hex")}`;
  await execute(server, `create database ${name} template ${inject("databaseTemplate")}`);
  const url = databaseUrl(server, name);
  return {
    url,
    settings: {
      DATABASE_URL: databaseUrl(inject("databasePooler") ?? application, name),
      DATABASE_SESSION_URL: databaseUrl(application, name),
      DATABASE_OWNER_URL: url,
    },
    drop: () => execute(server, `drop database if exists ${name} with (force)`),
  };
}
