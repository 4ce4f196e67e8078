import { expect, it } from "vitest";
import { openDatabase } from "./database.ts";
import { openJobs } from "./jobs.ts";
import { createTestDatabase } from "../../test/database.ts";

it("does many jobs in one turn, and one that fails takes none of the others with it", async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.url, () => undefined);
  const jobs = await openJobs(database.url, { warn: () => undefined }, 0.5);
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
    await expect.poll(() => done.length, { timeout: 10_000 }).toBe(24);
    const state =
      "select state, count(*)::int as count from jobs.job where name = 'count' group by 1";
    await expect
      .poll(async () => (await db.run(`${state} order by 1 desc`)).rows, { timeout: 5_000 })
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
