// Latency of text search at a steady rate, and recall: npm run bench -- search --listings 1000000
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  categories,
  conditions,
  locationTypes,
  priceRanges,
  sorts,
} from "@market/contract/products/product";
import { isRight, queries } from "@market/fixtures/queries";
import { admitToProduction, startInProduction } from "./support/catalogue.ts";
import type { Program } from "./support/programs.ts";
import { generator, pick, quantile, round } from "./support/statistics.ts";

const { values } = parseArgs({
  options: {
    listings: { type: "string", default: "100000" },
    rate: { type: "string", default: "20" },
    seconds: { type: "string", default: "60" },
    warmUp: { type: "string", default: "15" },
    port: { type: "string", default: "3270" },
    seed: { type: "string", default: "1" },
  },
});
const listings = Number(values.listings);
const random = generator(Number(values.seed));
const kinds = [...new Set(queries.map(({ kind }) => kind))];

type Sample = { kind: string; milliseconds: number; isWidened: boolean };

/** Makes one typing mistake somewhere in the text. */
function mistype(text: string): string {
  const at = Math.floor(random() * text.length);
  const letter = String.fromCharCode(97 + Math.floor(random() * 26));
  const [head, tail] = [text.slice(0, at), text.slice(at)];
  const slips = [
    head + tail.slice(1),
    head + letter + tail,
    head + letter + tail.slice(1),
    head + tail.charAt(1) + tail.charAt(0) + tail.slice(2),
  ];
  return pick(slips, random);
}

/** Makes a query, labelled or mistyped, filtered and sorted as often as students do. */
function ask(): { kind: string; path: string } {
  const labelled = pick(queries, random);
  const isMistyped = random() < 0.3;
  const search = new URLSearchParams({ q: isMistyped ? mistype(labelled.q) : labelled.q });
  const filters = {
    category: categories,
    condition: conditions,
    locationType: locationTypes,
    priceRange: priceRanges,
  };
  for (const [name, choices] of Object.entries(filters)) {
    if (random() < 0.3) search.set(name, pick<string>(choices, random));
  }
  const sort = random() < 0.2 ? pick(sorts, random) : undefined;
  if (sort) search.set("sort", sort);
  const kind = sort ? `any, sorted by ${sort}` : isMistyped ? "mistyped at random" : labelled.kind;
  return { kind, path: `/api/products/filter?${search}` };
}

/** Sends queries at the rate, whether or not answers keep up; time counts from when a query was due. */
async function load({ origin }: Program, seconds: number): Promise<Sample[]> {
  const rate = Number(values.rate);
  const started = performance.now();
  return Promise.all(
    Array.from({ length: seconds * rate }, async (_, i): Promise<Sample> => {
      const { kind, path } = ask();
      const due = started + (i * 1000) / rate;
      await sleep(Math.max(0, due - performance.now()));
      const answer = await fetch(origin + path);
      await answer.text();
      if (!answer.ok) throw new Error(`${answer.status} for ${path}`);
      const isWidened = answer.headers.get("x-search") === "widened";
      return { kind, milliseconds: performance.now() - due, isWidened };
    }),
  );
}

/** The share of right answers among ten without filters; each kind is listed often enough. */
async function recallOf(kind: string, { origin }: Program): Promise<number> {
  const ofKind = queries.filter((query) => query.kind === kind);
  let right = 0;
  for (const query of ofKind) {
    const address = `${origin}/api/products/filter?limit=10&q=${encodeURIComponent(query.q)}`;
    const found = (await (await fetch(address)).json()) as { name: string }[];
    right += found.filter(({ name }) => isRight(name, query)).length;
  }
  return Number((right / (10 * ofKind.length)).toFixed(3));
}

function rowOf(kind: string, samples: Sample[]) {
  const times = samples.map(({ milliseconds }) => milliseconds);
  return {
    kind,
    questions: samples.length,
    widened: samples.filter(({ isWidened }) => isWidened).length,
    "p50 ms": round(quantile(times, 0.5)),
    "p90 ms": round(quantile(times, 0.9)),
    "p99 ms": round(quantile(times, 0.99)),
    "max ms": round(Math.max(...times)),
  };
}

const dataDir = await admitToProduction(listings);
const program = await startInProduction(Number(values.port), dataDir, "/");
try {
  await load(program, Number(values.warmUp));
  const samples = await load(program, Number(values.seconds));
  const seen = [...new Set(samples.map(({ kind }) => kind))].toSorted();
  const times = seen.map((name) =>
    rowOf(
      name,
      samples.filter(({ kind }) => kind === name),
    ),
  );
  times.push(rowOf("all", samples));
  console.log(`${listings.toLocaleString("en-IN")} listings, ${values.rate} questions a second`);
  console.table(times);
  const recall: Record<string, number> = {};
  for (const kind of kinds) recall[kind] = await recallOf(kind, program);
  console.table(recall);
} finally {
  await program.stop();
}
