// The cost of finding the alerts that a new listing matches, compared with a search of the same catalogue:
// npm run bench -- matching [--rounds 40] [--listings 10000]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { queries } from "@market/fixtures/queries";
import { alertJobs } from "@market/server/alerts/alerts";
import { notifyOfMatches } from "@market/server/notices/alert-notices";
import { listedProducts } from "@market/server/lists/lists.sql";
import { createSearch } from "@market/server/search/search";
import { openCatalogue } from "./support/catalogue.ts";
import { generator, pick, quantile, showSpread, spreadOf } from "./support/statistics.ts";
import { conclude } from "./support/verdict.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "40" },
    listings: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
  },
});
const [rounds, listings, seed] = [values.rounds, values.listings, values.seed].map(Number) as [
  number,
  number,
  number,
];
const random = generator(seed);
const dataDir = mkdtempSync(join(tmpdir(), "market-matching-"));
const { db, close } = await openCatalogue(listings, seed, dataDir);
const search = createSearch(db, listedProducts);
const noFilter = {
  category: undefined,
  condition: undefined,
  locationType: undefined,
  priceRange: undefined,
  sort: undefined,
  limit: 24,
};
const [job] = alertJobs({ db, events: { alertsMatched: notifyOfMatches } });
const metrics: Record<string, string> = {};
try {
  for (const alerts of [10, 2_000, 20_000]) {
    await wait(alerts);
    const times: { match: number[]; search: number[] } = { match: [], search: [] };
    let notices = 0;
    for (let round = -5; round < rounds; round++) {
      await appear();
      const match = await timed(() => job?.work({} as never) ?? Promise.resolve());
      const found = await timed(() => search({ ...noFilter, q: pick(queries, random).q }, 25));
      notices += await forget();
      if (round < 0) continue;
      times.match.push(match);
      times.search.push(found);
    }
    const ratios = times.match.map((time, nth) => time / (times.search[nth] ?? NaN));
    const middle = (own: number[]) => quantile(own, 0.5).toFixed(1);
    metrics[`${alerts} alerts: match and search, p50 ms`] =
      `${middle(times.match)} and ${middle(times.search)}`;
    metrics[`${alerts} alerts: times a search`] = showSpread(spreadOf(ratios, random));
    metrics[`${alerts} alerts: longest match ms`] = quantile(times.match, 1).toFixed(1);
    metrics[`${alerts} alerts: notices of a listing`] = (notices / (rounds + 5)).toFixed(1);
  }
} finally {
  await close();
  rmSync(dataDir, { recursive: true, force: true });
}
conclude({ name: "matching", options: values, metrics, broken: [] });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Adds alerts. One of fifty matches by its word alone; the others need a number as well, which hardly any listing has. */
async function wait(alerts: number): Promise<void> {
  await db.run("delete from alerts");
  const texts = Array.from({ length: alerts }, (_, i) => {
    const { q } = pick(queries, random);
    return i % 50 === 0 ? q : `${q} ${i}`;
  });
  for (let from = 0; from < alerts; from += 1_000)
    await db.run(
      `insert into alerts (id, user_id, q)
       select gen_random_uuid(), student.id, text
       from unnest($1::text[]) with ordinality as wanted (text, nth)
       join (select id, row_number() over (order by id) as nth, count(*) over () as all from users) student
         on student.nth = 1 + wanted.nth % student.all
       on conflict do nothing`,
      [texts.slice(from, from + 1_000)],
    );
  await db.run("analyze alerts, alert_words");
}

async function appear(): Promise<void> {
  await db.run(
    `insert into appearances (product_id)
     select id from products where listed and sold_at is null and random_key >= $1 order by random_key limit 1`,
    [random()],
  );
}

/** @returns the number of students notified */
async function forget(): Promise<number> {
  const { rows } = await db.run(
    `with gone as (delete from alerts_told), notice as (
       delete from notices where kind = 'search-match' returning id)
     select count(*)::int as count from notice`,
  );
  return (rows[0] as { count: number }).count;
}
