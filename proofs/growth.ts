// The cost of lists when the catalogue grows a hundredfold: npm run proof -- growth --few 10000 --many 1000000
// Pages of the buffer cache are counted by EXPLAIN (ANALYZE, BUFFERS), so that neither the disk nor other programs matter.
import { parseArgs } from "node:util";
import { categories, type Category } from "@market/contract/products/product";
import { things as words } from "@market/fixtures/words";
import {
  selectFilteredProducts,
  selectProductsOfSeller,
  selectRandomProducts,
  selectUnsoldProducts,
} from "@market/server/lists/lists.sql";
import {
  rebuildSoldPrices,
  selectPriceHint,
} from "@market/server/products/lifetime/price-hint.sql";
import { planOf } from "@market/server/test/plans";
import { type Catalogue, openCatalogue } from "../bench/support/catalogue.ts";
import { filterPaths } from "../bench/support/calls.ts";
import { median } from "../bench/support/statistics.ts";
import { conclude } from "../bench/support/verdict.ts";

const { values } = parseArgs({
  options: {
    few: { type: "string", default: "10000" },
    many: { type: "string", default: "1000000" },
    seed: { type: "string", default: "1" },
  },
});

type Filter = Parameters<typeof selectFilteredProducts>[1];
type Cost = { shape: number; rows: number; buffers: number };

const pageSize = 24;
const walkedPages = 500;
const things = words.flat();
const filters = filterPaths.map((path) => {
  const given = Object.fromEntries(new URL(path, "http://localhost").searchParams);
  return given as unknown as Filter;
});
const names = ["category", "condition", "locationType", "priceRange"] as const;
const shapeOf = (filter: Filter) =>
  names.reduce((bits, name, i) => (filter[name] ? bits | (1 << i) : bits), 0);
const round = (value: number) => Number(value.toFixed(3));

/** Each of the 630 filters, requested twice so that the second finds its pages in memory. */
async function filterCosts({ db }: Catalogue): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const filter of filters) {
    const ask = () => planOf(db, (explaining) => selectFilteredProducts(explaining, filter, 25));
    await ask();
    const { rows, buffers } = await ask();
    costs.push({ shape: shapeOf(filter), rows, buffers });
  }
  return costs;
}

/** Page 500, reached through 499 cursors, against page 1. */
async function readPages({ db }: Catalogue, filter: Filter) {
  let position: Parameters<typeof selectFilteredProducts>[3];
  const plan = () =>
    planOf(db, (explaining) => selectFilteredProducts(explaining, filter, pageSize + 1, position));
  await plan();
  const first = await plan();
  for (let page = 1; page < walkedPages; page++) {
    const rows = await selectFilteredProducts(db, filter, pageSize, position);
    const last = rows.at(-1);
    if (last === undefined) throw new Error(`the list ends at page ${page}`);
    position = { id: last.id, pricePaise: last.pricePaise, isSold: last.isSold, step: 0 };
  }
  await plan();
  const deep = await plan();
  return { first: first.buffers, deep: deep.buffers, ratio: round(deep.buffers / first.buffers) };
}

/** Eight random products against the newest eight, a hundred times each. */
async function homeCosts({ db }: Catalogue) {
  const cost = async (ask: Parameters<typeof planOf>[1]) => {
    const plans = [];
    for (let time = 0; time < 100; time++) plans.push(await planOf(db, ask));
    return median(plans.map(({ buffers }) => buffers));
  };
  const random = await cost((explaining) => selectRandomProducts(explaining, 8));
  const newest = await cost((explaining) => selectUnsoldProducts(explaining, 8));
  return { random, newest, ratio: round(random / newest) };
}

type Seller = { things: number; ids: string[] };

/** Compares sellers with these numbers of listings in both catalogues. */
const sellersOf = [8, 12, 16, 20, 24, 28] as const;
const mostOfSeller = 9;

async function sellerCosts({ db }: Catalogue): Promise<Map<string, number>> {
  const { rows } = await db.run(
    `select things, (array_agg(id order by id))[1:5] as ids from (
       select seller_id as id, count(*) filter (where listed and sold_at is null)::int as things
       from products group by seller_id) seller
     where things = any($1) group by things`,
    [sellersOf],
  );
  const viewer = crypto.randomUUID();
  return medians(
    new Map((rows as Seller[]).map(({ things, ids }) => [`${things} things`, ids])),
    (id) =>
      planOf(db, (explaining) => selectProductsOfSeller(explaining, id, viewer, mostOfSeller)),
  );
}

/** Typical queries: one word for the kind of item, and several words. */
async function hintCosts({ db }: Catalogue): Promise<Map<string, number>> {
  const category = (nth: number) => categories[Math.floor(nth / 12)] as Category;
  const hints = things.flatMap((thing, nth) =>
    [thing, `Almost new ${thing}`].flatMap((q) =>
      ([undefined, "Used - Good"] as const).map((condition) => ({
        category: category(nth),
        q,
        condition,
      })),
    ),
  );
  await rebuildSoldPrices(db);
  await db.run("vacuum (analyze) sold_prices");
  return medians(
    new Map(hints.map((one) => [`${one.q}, ${one.condition ?? "any"}`, [one]])),
    (one) => planOf(db, (explaining) => selectPriceHint(explaining, one)),
  );
}

/** Pages of each group of queries, sent twice so that the second finds its pages in memory. */
async function medians<T>(groups: Map<string, T[]>, ask: (one: T) => ReturnType<typeof planOf>) {
  const all = new Map<string, number>();
  for (const [name, group] of groups) {
    const buffers: number[] = [];
    for (const one of group) {
      await ask(one);
      buffers.push((await ask(one)).buffers);
    }
    all.set(name, median(buffers));
  }
  return all;
}

async function measure(listings: number) {
  const catalogue = await openCatalogue(listings, Number(values.seed));
  try {
    const costs = await filterCosts(catalogue);
    const home = await homeCosts(catalogue);
    const sellers = await sellerCosts(catalogue);
    const hints = await hintCosts(catalogue);
    const walks =
      listings < 100_000
        ? undefined
        : {
            "all, newest": await readPages(catalogue, {} as Filter),
            "one category, newest": await readPages(catalogue, filters[2] as Filter),
            "all, cheapest": await readPages(catalogue, { sort: "price-low" } as Filter),
            "all, dearest": await readPages(catalogue, { sort: "price-high" } as Filter),
          };
    return { costs, home, sellers, hints, walks };
  } finally {
    await catalogue.close();
  }
}

const [few, many] = [await measure(Number(values.few)), await measure(Number(values.many))];
/** Selects filters that fill a page in both, because where fewer rows fit, fewer are read. */
const pairs = few.costs.flatMap((one, i) => {
  const other = many.costs[i];
  return other && one.rows === 25 && other.rows === 25 ? [{ one, other }] : [];
});
const shapes = Array.from({ length: 16 }, (_, shape) => {
  const own = pairs.filter(({ one }) => one.shape === shape);
  const before = median(own.map(({ one }) => one.buffers));
  const after = median(own.map(({ other }) => other.buffers));
  const worst = Math.max(...own.map(({ one, other }) => other.buffers / one.buffers));
  const filtered = names.filter((_name, i) => shape & (1 << i)).join(" + ");
  return {
    filters: filtered === "" ? "none" : filtered,
    compared: own.length,
    few: before,
    many: after,
    ratio: round(after / before),
    worst: round(worst),
  };
});
console.table(shapes);
console.table({ few: few.home, many: many.home });
const all = pairs.map(({ one, other }) => other.buffers / one.buffers);
/** The queries that both catalogues answer. */
const ratios = (name: "sellers" | "hints") =>
  [...few[name]].flatMap(([hints, buffers]) => {
    const other = many[name].get(hints);
    return other === undefined ? [] : round(other / buffers);
  });
const [ofSellers, ofHints] = [ratios("sellers"), ratios("hints")];
const metrics = {
  "filters, pages read, ratio": round(median(all)),
  "filters, worst": round(Math.max(...all)),
  ...Object.fromEntries(
    Object.entries(many.walks ?? {}).map(([name, { ratio }]) => [`page 500, ${name}`, ratio]),
  ),
  "random eight / newest eight": many.home.ratio,
  "more from a seller, pages read, ratio": round(median(ofSellers)),
  "more from a seller, worst": Math.max(...ofSellers),
  "price hint, pages read, ratio": round(median(ofHints)),
  "price hint, worst": Math.max(...ofHints),
};
const most = { filters: 1.3, page: 1.2, random: 1.3, more: 1.3, price: 1.3 } as const;
const broken = Object.entries(metrics)
  .filter(([name, ratio]) => ratio > most[name.split(/[ ,]/)[0] as keyof typeof most])
  .map(([name, ratio]) => `${name}: ${ratio}`);
conclude({ name: "growth", options: values, metrics, broken });
