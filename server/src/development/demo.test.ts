import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoStudents } from "@market/fixtures/demo-students";
import { listings } from "@market/fixtures/listings";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, type Database } from "../db/database.ts";
import { loadConfig } from "../config/config.ts";
import { createStorage } from "../storage/storage.ts";
import { createLog } from "../config/log.ts";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { insertDemoDeals } from "./demo-deals.sql.ts";
import { loadDemoData } from "./demo.ts";
import { fillWithListings } from "./demo-bulk.ts";
import {
  insertListing,
  selectOptionalDemoMark,
  upsertDemoStudent,
  upsertDemoMark,
} from "./demo.sql.ts";

let made: TestDatabase;
let db: Database;

beforeAll(async () => {
  made = await createTestDatabase();
  db = openDatabase(made.url, (error) => console.error(error));
});
afterAll(async () => {
  await db.close();
  await made.drop();
});

const count = async (query: string) =>
  Number(((await db.run(query)).rows[0] as { count: string }).count);

describe("the demo data", () => {
  it("registers the demo students once, however often it runs", async () => {
    const first = await Promise.all(demoStudents.map((member) => upsertDemoStudent(db, member)));
    const second = await Promise.all(demoStudents.map((member) => upsertDemoStudent(db, member)));
    expect(second).toEqual(first);
    expect(await count("select count(*) from users")).toBe(15);
  });

  it("lists each item with its age and state from the table, and delists old sales", async () => {
    const now = Date.now();
    const sellerId = await upsertDemoStudent(db, demoStudents[0]);
    const [newest] = listings;
    if (!newest) throw new Error("no listings");
    await insertListing(db, sellerId, { ...newest, name: "Fresh", ageMinutes: 90 }, [], now);
    await insertListing(
      db,
      sellerId,
      { ...newest, name: "Sold today", ageMinutes: 900, soldMinutesAgo: 60 },
      [],
      now,
    );
    await insertListing(
      db,
      sellerId,
      { ...newest, name: "Sold long ago", ageMinutes: 90_000, soldMinutesAgo: 15 * 24 * 60 },
      [],
      now,
    );
    const rows = await db.query<{
      name: string;
      minutes: number;
      sold: boolean;
      listed: boolean;
    }>(sql`
      select name, round(extract(epoch from (${new Date(now)}::timestamptz - created_at)) / 60)::int as minutes,
        sold_at is not null as sold, listed
      from products where seller_id = ${sellerId} order by id desc`);
    expect(rows).toEqual([
      { name: "Fresh", minutes: 90, sold: false, listed: true },
      { name: "Sold today", minutes: 900, sold: true, listed: true },
      { name: "Sold long ago", minutes: 90_000, sold: true, listed: false },
    ]);
  });

  it("R1132 has deals with feedback, a notice for each student, and no listing with more contacts than views", async () => {
    const members = await Promise.all(
      demoStudents.map(
        async (member) => [member.key, await upsertDemoStudent(db, member)] as const,
      ),
    );
    await insertDemoDeals(db, new Map(members));
    const sold = await count("select count(*) from products where sold_at is not null");
    expect(await count("select count(*) from deals where confirmed_at is not null")).toBe(sold);
    expect(await count("select count(*) from feedback where good")).toBe(2 * sold);
    const sellers = await count(
      "select count(distinct seller_id) from products where sold_at is null",
    );
    expect(await count("select count(*) from notices")).toBe(sellers);
    expect(
      await count(`select count(*) from products where
        (select count(*) from reveals where product_id = products.id) >
        (select count(*) from clicks where product_id = products.id)`),
    ).toBe(0);
  });

  it("marks the database from the first row on", async () => {
    await upsertDemoMark(db, "loading");
    expect(await selectOptionalDemoMark(db)).toBe("loading");
    await upsertDemoMark(db, "loaded");
    expect(await selectOptionalDemoMark(db)).toBe("loaded");
  });
});

describe("loading the demo campus", () => {
  it("R836 stores the files of every picture, once", async () => {
    const own = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), "market-demo-"));
    const ownDb = openDatabase(own.url, (error) => console.error(error));
    const log = createLog("warn");
    const storage = await createStorage({ folder: join(folder, "photos") });
    const parts = { config: loadConfig({ DATA_DIR: folder }), db: ownDb, storage, log };
    const two = listings.slice(0, 2);
    try {
      await loadDemoData(parts, two);
      await loadDemoData(parts, listings.slice(2, 4));
      const photos = await ownDb.query<{ name: string; width: number; files: string[] }>(sql`
        select product.name, (photo.image ->> 'width')::int as width, photo.files
        from photos photo join products product on product.id = photo.product_id`);
      expect(photos.length).toBe(two.reduce((sum, { pictures }) => sum + pictures, 0));
      expect(new Set(photos.map(({ name }) => name))).toEqual(new Set(two.map(({ name }) => name)));
      for (const { files } of photos) {
        for (const key of files) {
          const file = await storage.open(key);
          expect(file?.bytes).toBeGreaterThan(500);
          file?.stream.destroy();
        }
      }
    } finally {
      await ownDb.close();
      await own.drop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe("the bulk filler", () => {
  it("adds that many listings with five pictures each and leaves every index and reference in place", async () => {
    const parts = `select count(*) from (
      select indexrelid::regclass::text from pg_index where indrelid in ('products'::regclass, 'photos'::regclass, 'search_entries'::regclass)
      union all select conname from pg_constraint where conrelid in ('products'::regclass, 'photos'::regclass, 'search_entries'::regclass)) parts`;
    const before = await count(parts);
    const productsBefore = await count("select count(*) from products");
    await fillWithListings({ db, count: 3000, seed: 7, log: () => undefined });
    await fillWithListings({ db, count: 500, seed: 7, log: () => undefined });
    expect(await count("select count(*) from products")).toBe(productsBefore + 3500);
    expect(await count("select count(*) from photos")).toBe(3500 * 5);
    expect(await count(parts)).toBe(before);
    const sold = await count(
      "select count(*) from products where sold_at is not null and description like '% Model %'",
    );
    expect(sold / 3500).toBeGreaterThan(0.09);
    expect(sold / 3500).toBeLessThan(0.15);
    const [first, , , , , last] = (
      await db.query<{ count: number }>(
        sql`select count(*)::int as count from products group by category order by 1 desc`,
      )
    ).map((row) => row.count);
    expect((first ?? 0) / (last ?? 1)).toBeGreaterThan(4);
    expect(await count("select count(*) from products where created_at > now()")).toBe(0);
  });
});
