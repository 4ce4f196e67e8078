import pg from "pg";
import { expect, it } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { execute } from "../../test/postgres.ts";
import { knownSchema, migrate } from "./database.ts";

it("R735 a migration gives way to the tables' users, and blocks no request while it waits for them", async () => {
  const { url, drop } = await createTestDatabase();
  await execute(url, "drop schema public cascade");
  await execute(url, "create schema public");
  // The first release whose tables later ones only add to.
  await migrate(url, 21);
  const [user, other] = [0, 1].map(() => new pg.Client({ connectionString: url })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([user.connect(), other.connect()]);
  try {
    await user.query("begin");
    await user.query("select from products");
    let isOver = false;
    const migrated = migrate(url).finally(() => (isOver = true));
    const waits: number[] = [];
    while (waits.length < 40) {
      const began = performance.now();
      await other.query("select pg_sleep(0.02)");
      await other.query("select from products limit 1");
      waits.push(performance.now() - began);
    }
    expect(isOver).toBe(false);
    expect(Math.max(...waits)).toBeLessThan(900);
    await user.query("commit");
    await migrated;
    const { rows } = await other.query("select max(version)::int as version from migrations");
    expect(rows).toEqual([{ version: knownSchema() }]);
  } finally {
    await Promise.all([user.end(), other.end()]);
    await drop();
  }
});

it("R979 a migration that fails is named, is undone, and the way back is the previous release", async () => {
  const { url, drop } = await createTestDatabase();
  try {
    // It creates tables, which are there already.
    const version = 67;
    await execute(url, `delete from migrations where version >= ${version}`);
    const failed = migrate(url);
    await expect(failed).rejects.toThrow(
      new RegExp(
        `^The migration 0${version}\\.do\\.[\\w-]+\\.sql failed and was undone: .+ already exists\\. Start the previous release again; it runs on this database\\.$`,
      ),
    );
  } finally {
    await drop();
  }
});
