import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "./database.ts";

describe("a test database", () => {
  const databases: TestDatabase[] = [];

  beforeAll(async () => {
    databases.push(...(await Promise.all([createTestDatabase(), createTestDatabase()])));
  });
  afterAll(() => Promise.all(databases.map((database) => database.drop())));

  it("holds the migrated schema and shares nothing with another", async () => {
    const [first, second] = await Promise.all(
      databases.map(({ url }) => tables(url, "create table only_here ()")),
    );
    expect(first).toContain("products");
    expect(second).toEqual(first);
  });
});

async function tables(url: string, then: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by name",
  );
  await client.query(then);
  await client.end();
  return rows.map((row) => row.name);
}
