import sql, { join, raw, type Sql } from "sql-template-tag";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase, type Queries } from "../db/database.ts";
import { fillWithListings } from "../development/demo-bulk.ts";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import {
  selectFilteredProducts,
  selectRandomProducts,
  selectSoldProducts,
  selectUnsoldProducts,
} from "./lists.sql.ts";

type Plan = { "Node Type": string; "Relation Name"?: string; Plans?: Plan[] } & Record<
  "Shared Hit Blocks" | "Shared Read Blocks",
  number
>;

const anything = {
  category: undefined,
  condition: undefined,
  locationType: undefined,
  priceRange: undefined,
  sort: undefined,
  limit: 24,
};
const lists: Record<string, (db: Queries) => Promise<unknown>> = {
  newest: (db) => selectUnsoldProducts(db, 100),
  sold: (db) => selectSoldProducts(db, 24),
  random: (db) => selectRandomProducts(db),
  all: (db) => selectFilteredProducts(db, anything, 60),
  "by category": (db) => selectFilteredProducts(db, { ...anything, category: "Room & Living" }, 24),
  "by price": (db) => selectFilteredProducts(db, { ...anything, sort: "price-low" }, 24),
  "by condition and band": (db) =>
    selectFilteredProducts(db, { ...anything, condition: "Like New", priceRange: "500-1000" }, 24),
};

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, () => {});
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Pages of the database that each list reads, and the tables that one of them reads as a whole. */
async function work(): Promise<{ pages: Record<string, number>; scans: string[] }> {
  const pages: Record<string, number> = {};
  const scans: string[] = [];
  for (const [name, select] of Object.entries(lists)) {
    const plans: Plan[] = [];
    const explaining = {
      ...db,
      async query(statement: Sql) {
        const [row] = await db.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
          join([raw("explain (analyze, buffers, format json)"), statement], " "),
        );
        if (row) plans.push(row["QUERY PLAN"][0].Plan);
        return [];
      },
    };
    await select(explaining);
    pages[name] = plans.reduce(
      (sum, plan) => sum + plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
      0,
    );
    scans.push(...plans.flatMap(scansIn));
  }
  return { pages, scans };
}

function scansIn(plan: Plan): string[] {
  const own = plan["Node Type"] === "Seq Scan" ? [plan["Relation Name"] ?? ""] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scansIn)];
}

it(
  "D15 a list reads no more of a catalogue of 50 000 listings than of one of 500",
  { tags: "sweep" },
  async () => {
    const log = () => {};
    await fillWithListings({ db, count: 500, seed: 1, log });
    const small = await work();
    await fillWithListings({ db, count: 49_500, seed: 2, log });
    expect(await db.query(sql`select count(*)::int as count from products`)).toEqual([
      { count: 50_000 },
    ]);
    const large = await work();
    expect(large.scans).toEqual([]);
    for (const [name, pages] of Object.entries(large.pages))
      expect(pages, name).toBeLessThan(1.25 * (small.pages[name] ?? 0) + 100);
  },
);
