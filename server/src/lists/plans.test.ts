import {
  categories,
  conditions,
  locationTypes,
  priceRanges,
} from "@market/contract/products/product";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../db/database.ts";
import { fillWithListings } from "../development/demo-bulk.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import { type Plan, planOf } from "../../test/plans.ts";
import type { Position } from "../search/cursor.ts";
import { selectFilteredProducts, selectRandomProducts, selectUnsoldProducts } from "./lists.sql.ts";

type Filter = Parameters<typeof selectFilteredProducts>[1];

/** A page of 24 and one more, as a list that names its next page asks. */
const pageAndOne = 25;

/** Every set of filters once: the n-th bit of its number says whether the n-th filter is set. */
const shapesOf = (values: Omit<Filter, "limit" | "sort">): Filter[] =>
  Array.from({ length: 16 }, (_, bits) => ({
    limit: 24,
    category: bits & 1 ? values.category : undefined,
    condition: bits & 2 ? values.condition : undefined,
    locationType: bits & 4 ? values.locationType : undefined,
    priceRange: bits & 8 ? values.priceRange : undefined,
    sort: undefined,
  }));
/** Common enough to fill a page of a small catalogue. */
const shapes = shapesOf({
  category: categories[0],
  condition: conditions[2],
  locationType: locationTypes[0],
  priceRange: priceRanges[2],
});
/** Selective enough that only the right index will do. */
const rareShapes = shapesOf({
  category: categories[3],
  condition: conditions[1],
  locationType: locationTypes[0],
  priceRange: priceRanges[2],
});

function* everyFilter(): Generator<Filter> {
  for (const category of [undefined, ...categories])
    for (const condition of [undefined, ...conditions])
      for (const locationType of [undefined, ...locationTypes])
        for (const priceRange of [undefined, ...priceRanges])
          yield { limit: 24, category, condition, locationType, priceRange, sort: undefined };
}

let market: TestMarket;
/** Plans of every shape among a thousand listings, and among twelve thousand. */
const plans: { few: Plan; many: Plan }[] = [];

beforeAll(async () => {
  market = await openTestMarket();
  const { db } = market.parts;
  const ask = async (filter: Filter) =>
    planOf(db, (explaining) => selectFilteredProducts(explaining, filter, pageAndOne));
  await fillWithListings({ db: market.owner, count: 1000, seed: 1, log: () => undefined });
  const few = [];
  for (const shape of shapes) few.push(await ask(shape));
  await fillWithListings({ db: market.owner, count: 11_000, seed: 2, log: () => undefined });
  for (const [i, shape] of shapes.entries()) {
    const [before, after] = [few[i], await ask(shape)];
    if (before) plans.push({ few: before, many: after });
  }
});
afterAll(() => market.close());

const expected = [
  "products_newest",
  "products_category_newest",
  "products_condition",
  "products_category",
];

describe("the first page of a filter", { tags: "sweep" }, () => {
  it("is found by the index of its filters, without a sort", async () => {
    const { db } = market.parts;
    for (const [bits, shape] of rareShapes.entries()) {
      const { indexes } = await planOf(db, (explaining) =>
        selectFilteredProducts(explaining, shape, pageAndOne),
      );
      // An unfiltered list may also use the primary key, which has the same order.
      const allowed = [expected[bits & 3], ...(bits % 4 === 0 ? ["products_pkey"] : [])];
      expect(allowed, `shape ${bits}`).toContain(indexes.join());
    }
  });

  it("is planned once for all values, not for each call", async () => {
    // Directly, because statements have no names through a pooler.
    const direct = openDatabase(market.parts.config.DATABASE_SESSION_URL ?? "", () => undefined);
    const calls = await direct.transaction(async (db) => {
      for (let round = 0; round < 4; round++) {
        for (const filter of everyFilter()) await selectFilteredProducts(db, filter, pageAndOne);
      }
      // PostgreSQL considers a generic plan after five calls.
      const { rows } = await db.run(`
        select count(*)::int as statements, sum(generic_plans)::int as generic,
          sum(greatest(custom_plans - 5, 0))::int as custom
        from pg_prepared_statements where statement like '%limit ${pageAndOne}'`);
      return rows[0] as { statements: number; generic: number; custom: number };
    });
    await direct.close();
    expect(calls.statements).toBe(8 * 6);
    expect(calls.generic).toBeGreaterThan(20 * calls.custom);
  });

  it("touches as many pages among many listings as among few", () => {
    for (const [bits, { few, many }] of plans.entries()) {
      if (few.rows < pageAndOne) continue;
      expect(many.buffers / few.buffers, `shape ${bits}`).toBeLessThan(1.3);
    }
    expect(plans.filter(({ few }) => few.rows === pageAndOne).length).toBeGreaterThan(12);
  });

  it("touches no row that does not fit: twelve pages for each that does, and a little of the index", async () => {
    const { db } = market.parts;
    for (const [bits, shape] of [...shapes, ...rareShapes].entries()) {
      const { buffers, rows } = await planOf(db, (explaining) =>
        selectFilteredProducts(explaining, shape, pageAndOne),
      );
      expect(buffers, `shape ${bits}`).toBeLessThan(rows * 12 + 20);
    }
  });
});

describe("a page by cursor", { tags: "sweep" }, () => {
  it.each(["newest", "price-low", "price-high"] as const)(
    "far into the list costs what the first does, in the order %s",
    async (sort) => {
      const { db } = market.parts;
      const filter: Filter = { limit: 24, sort, category: categories[0] } as Filter;
      const rows = await selectFilteredProducts(db, filter, 2400);
      const last = rows.at(-1);
      expect(rows).toHaveLength(2400);
      const position: Position = {
        id: last?.id ?? "",
        pricePaise: last?.pricePaise ?? 0,
        isSold: false,
        step: 0,
      };
      const ask = (after?: Position) =>
        planOf(db, (explaining) => selectFilteredProducts(explaining, filter, pageAndOne, after));
      const [first, deep] = [await ask(), await ask(position)];
      expect(deep.rows).toBe(pageAndOne);
      expect(deep.buffers / first.buffers).toBeLessThan(1.2);
    },
  );
});

describe("eight at random", { tags: "sweep" }, () => {
  it("cost at most 1.3 times what the newest eight do", async () => {
    const { db } = market.parts;
    const random = await planOf(db, (explaining) => selectRandomProducts(explaining, 8));
    const newest = await planOf(db, (explaining) => selectUnsoldProducts(explaining, 8));
    expect([random.rows, newest.rows]).toEqual([8, 8]);
    expect(random.buffers / newest.buffers).toBeLessThan(1.3);
  });

  it("are different ones each time, and never twice the same in one answer", async () => {
    const { db } = market.parts;
    const seen = new Set<string>();
    for (let time = 0; time < 20; time++) {
      const ids = (await selectRandomProducts(db, 8)).map(({ id }) => id);
      expect(new Set(ids).size).toBe(8);
      for (const id of ids) seen.add(id);
    }
    expect(seen.size).toBeGreaterThan(120);
  });
});

describe("a page amid many equal prices", { tags: "sweep" }, () => {
  beforeAll(async () => {
    const { db } = market.parts;
    await market.owner.run("alter table products disable trigger products_index_changed");
    await db.run(
      `update products set price_paise = 4000
       where id in (select id from products where category = $1 and listed limit 1500)`,
      [categories[0]],
    );
    await market.owner.run("vacuum analyze products");
  });

  it.each(["price-low", "price-high"] as const)(
    "costs what the first page does, in the order %s",
    async (sort) => {
      const { db } = market.parts;
      const filter = { limit: 24, sort } as Filter;
      const { rows } = await db.run(
        "select id from products where price_paise = 4000 and listed order by id offset 700 limit 1",
      );
      const [{ id }] = rows as [{ id: string }];
      const ask = (after?: Position) =>
        planOf(db, (explaining) => selectFilteredProducts(explaining, filter, pageAndOne, after));
      const [first, deep] = [
        await ask(),
        await ask({ id, pricePaise: 4000, isSold: false, step: 0 }),
      ];
      expect(deep.rows).toBe(pageAndOne);
      expect(deep.buffers / first.buffers).toBeLessThan(1.2);
    },
  );
});

describe("a category without listings", { tags: "sweep" }, () => {
  beforeAll(async () => {
    const { db } = market.parts;
    await db.run("update products set hidden_at = now() where category = $1", [categories[5]]);
    await market.owner.run("vacuum analyze products");
  });

  it("is found empty immediately, also by a generic plan", async () => {
    const { db } = market.parts;
    for (const [bits, shape] of shapes.entries()) {
      if ((bits & 1) === 0) continue;
      const filter = { ...shape, category: categories[5] };
      const { buffers, rows } = await planOf(
        db,
        (explaining) => selectFilteredProducts(explaining, filter, pageAndOne),
        true,
      );
      expect(rows).toBe(0);
      expect(buffers, `shape ${bits}`).toBeLessThan(20);
    }
  });
});
