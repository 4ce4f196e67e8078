import { demoStudents } from "@market/fixtures/demo-students";
import { listings } from "@market/fixtures/listings";
import { isRight, type LabelledQuery, queries } from "@market/fixtures/queries";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertListing, upsertDemoStudent } from "../development/demo.sql.ts";
import { fillWithListings } from "../development/demo-bulk.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import { listedProducts } from "../lists/lists.sql.ts";
import { createSearch } from "./search.ts";

let market: TestMarket;
let names: string[] = [];

beforeAll(async () => {
  market = await openTestMarket();
  const { db } = market.parts;
  const sellers = new Map<string, string>();
  for (const member of demoStudents) sellers.set(member.key, await upsertDemoStudent(db, member));
  for (const listing of listings) {
    await insertListing(db, sellers.get(listing.seller) ?? "", listing, [], Date.now());
  }
  await fillWithListings({ db: market.owner, count: 4000, seed: 3, log: () => undefined });
  const rows = await db.query<{ name: string }>(sql`select name from products where listed`);
  names = rows.map(({ name }) => name);
});
afterAll(() => market.close());

/** Recall at ten: the share of right products among the first ten results, of at most ten. */
async function recallOf(query: LabelledQuery): Promise<number> {
  const all = names.filter((name) => isRight(name, query)).length;
  expect(all, `nothing is right for ${query.q}`).toBeGreaterThan(0);
  const { body } = await market.stranger.get(
    `/api/products/filter?limit=10&q=${encodeURIComponent(query.q)}`,
  );
  const right = (body as { name: string }[]).filter(({ name }) => isRight(name, query)).length;
  return right / Math.min(10, all);
}

async function pagesOf(query: string): Promise<string[]> {
  const ids: string[] = [];
  let next: string | undefined = `/api/products/filter?limit=13&${query}`;
  while (next) {
    const { body, headers } = await market.stranger.get(next);
    ids.push(...(body as { _id: string }[]).map(({ _id }) => _id));
    next = /<([^>]+)>; rel="next"/.exec(headers["link"] ?? "")?.[1];
  }
  return ids;
}

describe("recall among the first ten, over the demo campus and 4000 more listings", () => {
  it.each([
    ["exact", 0.98],
    ["part word", 0.95],
    ["one typo", 0.95],
    ["two typos", 0.85],
    ["hinglish", 0.85],
  ])("of queries with %s is at least %d", async (kind, least) => {
    const ofKind = queries.filter((query) => query.kind === kind);
    const recalls: number[] = [];
    const misses: string[] = [];
    for (const query of ofKind) {
      const recall = await recallOf(query);
      recalls.push(recall);
      if (recall < 1) misses.push(`${query.q}: ${recall.toFixed(2)}`);
    }
    const mean = recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length;
    expect(mean, `missed: ${misses.join(", ")}`).toBeGreaterThanOrEqual(least);
  });

  it.each(["", "&sort=newest", "&sort=price-low", "&sort=price-high"])(
    "pages by cursor show every answer once, however it is looked up%s",
    async (rest) => {
      for (const q of ["study lamp", "mast", "cycle lok", "hostel khaali"]) {
        const walked = await pagesOf(`q=${encodeURIComponent(q)}${rest}`);
        expect(walked.length).toBeGreaterThan(30);
        expect(new Set(walked).size).toBe(walked.length);
        const sort = rest.slice(6) as "newest" | "price-low" | "price-high" | "";
        const filter = { q, limit: 1, ...(sort === "" ? {} : { sort }) };
        for (const limits of [
          { maxFrequency: 1e6, maxScanned: 0 },
          { maxFrequency: 0, maxScanned: 1e6 },
          { maxFrequency: 30, maxScanned: 40 },
          { maxFrequency: 0, maxScanned: 0 },
        ]) {
          const { rows } = await createSearch(
            market.parts.db,
            listedProducts,
            limits,
          )(filter as never, 5000);
          expect(rows.map(({ id }) => id)).toEqual(walked);
        }
      }
    },
  );

  it("is tried with 150 different queries", () => {
    expect(new Set(queries.map(({ q }) => q)).size).toBe(150);
  });
});
