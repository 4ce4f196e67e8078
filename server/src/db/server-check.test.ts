import pg from "pg";
import { describe, expect, inject, it } from "vitest";
import { assertDurable, waitForDatabase } from "./server-check.ts";

describe("the durability check", () => {
  it("accepts a server that keeps what it confirms", async () => {
    await withClient(async (client) => {
      await expect(assertDurable(client)).resolves.toBeUndefined();
    });
  });

  it("refuses a server that confirms before it has written, and names the setting", async () => {
    await withClient(async (client) => {
      await client.query("set synchronous_commit = off");
      await expect(assertDurable(client)).rejects.toThrow(
        "PostgreSQL runs with synchronous_commit off and may lose listings it has confirmed: turn it on.",
      );
    });
  });
});

describe("waiting for the database", () => {
  const wait = (url: string) => waitForDatabase(url, { timeoutMs: 0, log: { warn: () => {} } });

  it.each([
    "postgresql://market@localhost/market?host=/run/nowhere",
    "postgresql://market@%2Frun%2Fnowhere/market",
    "postgresql:///market?host=/run/nowhere&port=5432",
  ])("R979 names the socket that does not answer: %s", async (url) => {
    await expect(wait(url)).rejects.toThrow(
      /^PostgreSQL at the socket \/run\/nowhere\/\.s\.PGSQL\.5432 cannot be reached \(ENOENT\)\. See DATABASE_URL\.$/,
    );
  });
});

async function withClient(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: inject("databaseServer") });
  await client.connect();
  await work(client).finally(() => client.end());
}
