import { expect, it } from "vitest";
import { openDatabase } from "../db/database.ts";
import { type Job, openJobs } from "./jobs.ts";
import { createTestDatabase } from "../../test/database.ts";

it("R742 ends a clock that is set no more, with the jobs that it left", async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.url, () => undefined);
  const open = () => openJobs(database.url, { warn: () => undefined }, undefined, 0.5);
  const names = async (table: string) =>
    (await db.run(`select distinct name from jobs.${table} where name in ('old', 'new')`)).rows;
  const yearly = (name: string): Job<never> => ({
    name,
    cron: "0 0 1 1 *",
    work: async () => undefined,
  });
  const before = await open();
  await before.start([yearly("old"), yearly("new")]);
  await before.stop();
  expect(await names("schedule")).toHaveLength(2);
  const later = await open();
  await db.transaction((transaction) => later.enqueue(transaction, "old", {}));
  await later.start([yearly("new")]);
  expect(await names("schedule")).toEqual([{ name: "new" }]);
  expect(await names("job")).toEqual([]);
  await later.stop();
  await db.close();
  await database.drop();
});

it("does many jobs in one turn, and one that fails takes none of the others with it", async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.url, () => undefined);
  const jobs = await openJobs(database.url, { warn: () => undefined }, undefined, 0.5);
  try {
    const done: number[] = [];
    await db.transaction(async (transaction) => {
      for (let n = 1; n <= 25; n++) await jobs.enqueue(transaction, "count", { n });
    });
    const work = async ({ n }: { n: number }) => {
      if (n === 7) throw new Error("seven");
      done.push(n);
    };
    await jobs.start([{ name: "count", work }]);
    await expect.poll(() => done.length).toBe(24);
    const state =
      "select state, count(*)::int as count from jobs.job where name = 'count' group by 1";
    await expect
      .poll(async () => (await db.run(`${state} order by 1 desc`)).rows)
      .toEqual(
        expect.arrayContaining([
          { state: "completed", count: 24 },
          { state: "retry", count: 1 },
        ]),
      );
  } finally {
    await jobs.stop();
    await db.close();
    await database.drop();
  }
});

it("R780 runs jobs that must not wait for the queue immediately and repeatedly, and ends them when it stops", async () => {
  const database = await createTestDatabase();
  const jobs = await openJobs(database.url, { warn: () => undefined });
  let runs = 0;
  const work = async () => {
    runs += 1;
    if (runs === 2) throw new Error("once");
  };
  await jobs.start([{ name: "look", everySeconds: 0.05, work }]);
  await expect.poll(() => runs).toBeGreaterThan(3);
  await jobs.stop();
  const ended = runs;
  await new Promise((resolve) => setImmediate(resolve));
  expect(runs).toBe(ended);
  await database.drop();
});
