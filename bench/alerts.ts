// How much a thousand matching alerts slow down a new listing for its seller, compared with none in the same run:
// npm run bench -- alerts [--rounds 20] [--each 5]
// Every round lists `each` items one after another, while the job already sends notices of the first ones.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { uploadPhoto } from "./support/calls.ts";
import { pictureOf } from "./support/pictures.ts";
import { openStage } from "./support/stage.ts";
import { generator, quantile, showSpread, spreadOf } from "./support/statistics.ts";
import { conclude } from "./support/verdict.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "20" },
    each: { type: "string", default: "5" },
    port: { type: "string", default: "3440" },
    seed: { type: "string", default: "1" },
  },
});
const [rounds, each, seed] = [Number(values.rounds), Number(values.each), Number(values.seed)];
/** Twenty, the most that a student may have, of each of fifty students. */
const alerts = 1_000;
/** The most that a student may list a day. */
const mostOfOne = 20;
const students = Math.ceil((rounds * 2 * each + 1) / mostOfOne);
const stage = await openStage({ port: Number(values.port), listings: 10_000, students, seed });
const { db, product, tokens } = stage;
const random = generator(seed);
const times: { alone: number[]; watched: number[] } = { alone: [], watched: [] };
const delays: number[] = [];
const broken: string[] = [];
let listings = 0;
try {
  await list();
  for (let round = 1; round <= rounds; round++) {
    const kinds =
      round % 2 === 0 ? (["alone", "watched"] as const) : (["watched", "alone"] as const);
    for (const kind of kinds) {
      if (kind === "watched") await watch();
      for (let n = 0; n < each; n++) times[kind].push(await list());
      if (kind === "watched") await untilNotified();
    }
    if (round % 5 === 0) console.log(`Round ${round} of ${rounds}`);
  }
} finally {
  await stage.close();
}
const metrics: Record<string, number | string> = {};
for (const [kind, own] of Object.entries(times))
  metrics[`${kind}, p50 / p95 ms`] = [0.5, 0.95]
    .map((q) => quantile(own, q).toFixed(1))
    .join(" / ");
for (const q of [0.5, 0.95]) {
  const ratio = quantile(times.watched, q) / quantile(times.alone, q);
  metrics[`p${q * 100}, times alone`] = Number(ratio.toFixed(2));
}
const byRound = Array.from({ length: rounds }, (_, n) => {
  const of = (own: number[]) => quantile(own.slice(n * each, (n + 1) * each), 0.5);
  return of(times.watched) / of(times.alone);
});
metrics["p50 of each round, times alone"] = showSpread(spreadOf(byRound, random));
metrics["all notified after the last listing, p50 / longest s"] =
  `${(quantile(delays, 0.5) / 1_000).toFixed(1)} / ${(quantile(delays, 1) / 1_000).toFixed(1)}`;
metrics["notices of each listing"] = alerts;
conclude({ name: "alerts", options: values, metrics, broken });

/** Lists an item as the form does, with a photo that was uploaded before. @returns milliseconds until the answer */
async function list(): Promise<number> {
  const token = tokens[Math.floor(listings / mostOfOne)] ?? "";
  const photo = await uploadPhoto(product.origin, token, new Uint8Array(await pictureOf(listings)));
  const form = new FormData();
  const fields = {
    name: `Harmonium with stand ${++listings}`,
    price: "1200",
    description: "Well kept",
    address: "Hostel 4",
    locationType: "On-Campus",
    category: "Fashion & Lifestyle",
    condition: "Used - Good",
    photos: photo.id,
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const headers = { authorization: `Bearer ${token}` };
  const request = { method: "POST", headers, body: form };
  const began = performance.now();
  const answer = await fetch(`${product.origin}/api/products/create`, request);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`listing: ${answer.status}`);
  return performance.now() - began;
}

/** Every student saves twenty searches that such a listing matches. */
async function watch(): Promise<void> {
  await db.run("delete from notices where kind = 'search-match'");
  await db.run(
    `insert into alerts (id, user_id, q)
     select gen_random_uuid(), student.id, 'harmonium ' || repeat('stand ', nth)
     from (select users.id from users join products on products.seller_id = users.id
       where products.name not like 'Harmonium%' group by users.id order by users.id limit $1) student
       cross join generate_series(0, 19) nth`,
    [alerts / 20],
  );
}

/** Checks that each student was notified once of one listing of the round, and ends all alerts. */
async function untilNotified(): Promise<void> {
  const began = performance.now();
  for (;;) {
    const { rows } = await db.run("select count(*)::int as count from appearances");
    if ((rows[0] as { count: number }).count === 0) break;
    if (performance.now() - began > 60_000) throw new Error("alerts wait for a minute");
    await sleep(20);
  }
  delays.push(performance.now() - began);
  const { rows } = await db.run(
    `select count(*)::int as all, count(distinct dedupe_key)::int as alerts from notices
     where kind = 'search-match'`,
  );
  const found = rows[0] as { all: number; alerts: number };
  if (found.all !== alerts || found.alerts !== alerts)
    broken.push(`${found.all} notices for ${found.alerts} of ${alerts} alerts`);
  await db.run("delete from alerts");
}
