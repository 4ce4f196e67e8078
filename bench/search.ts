// How long text search takes at a steady rate: node bench/search.ts --listings 100000
// Fills a folder of its own once (--data), starts the product on it, asks, and prints a table.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import {
  categories,
  conditions,
  locationTypes,
  priceRanges,
  sorts,
} from "@market/contract/products";
import { queries } from "@market/fixtures/queries";

const { values } = parseArgs({
  options: {
    listings: { type: "string", default: "100000" },
    data: { type: "string" },
    rate: { type: "string", default: "20" },
    seconds: { type: "string", default: "60" },
    port: { type: "string", default: "3270" },
    seed: { type: "string", default: "1" },
  },
});
const root = fileURLToPath(new URL("..", import.meta.url));
const listings = Number(values.listings);
const dataDir = resolve(values.data ?? `${root}data/bench-search-${listings}`);
const origin = `http://localhost:${values.port}`;
const environment = {
  ...process.env,
  NODE_ENV: "production",
  DATA_DIR: dataDir,
  DATABASE_URL: "",
  DEMO_DATA: "off",
  LOG_LEVEL: "warn",
  PORT: values.port,
  LIMITS_REQUESTS_PER_MINUTE: "1000000",
};

type Sample = { kind: string; milliseconds: number; isWidened: boolean };

const random = generator(Number(values.seed));
const pick = <T>(from: readonly T[]): T => {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
};

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One slip of the finger somewhere in the text. */
function mistype(text: string): string {
  const at = Math.floor(random() * text.length);
  const letter = String.fromCharCode(97 + Math.floor(random() * 26));
  const [head, tail] = [text.slice(0, at), text.slice(at)];
  return pick([
    head + tail.slice(1),
    head + letter + tail,
    head + letter + tail.slice(1),
    head + tail.charAt(1) + tail.charAt(0) + tail.slice(2),
  ]);
}

/** One question: a labelled one or a mistyped one, filtered and sorted as often as students do. */
function ask(): { kind: string; path: string } {
  const labelled = pick(queries);
  const isMistyped = random() < 0.3;
  const search = new URLSearchParams({ q: isMistyped ? mistype(labelled.q) : labelled.q });
  const filters = {
    category: categories,
    condition: conditions,
    locationType: locationTypes,
    priceRange: priceRanges,
  };
  for (const [name, choices] of Object.entries(filters)) {
    if (random() < 0.3) search.set(name, pick<string>(choices));
  }
  const sort = random() < 0.2 ? pick(sorts) : undefined;
  if (sort) search.set("sort", sort);
  const kind = sort ? `any, sorted by ${sort}` : isMistyped ? "mistyped at random" : labelled.kind;
  return { kind, path: `/api/products/filter?${search}` };
}

async function main(): Promise<void> {
  if (!existsSync(dataDir)) {
    await run(["server/src/operations/market.ts", "demo", "--listings", String(listings)]);
  }
  const product = spawn(process.execPath, ["server/src/main.ts"], {
    cwd: root,
    env: environment,
    stdio: ["ignore", "inherit", "inherit"],
  });
  try {
    await ready(product);
    await load(5);
    const samples = await load(Number(values.seconds));
    print(samples);
  } finally {
    product.kill("SIGTERM");
  }
}

async function run(args: string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: root, env: environment, stdio: "inherit" });
  const code = await new Promise<number | null>((done) => child.on("exit", done));
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
}

async function ready(product: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (product.exitCode !== null) throw new Error("the product did not start");
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error("the product is not ready after a minute");
}

/** Asks at the rate, whether or not answers keep up; time counts from when a question was due. */
async function load(seconds: number): Promise<Sample[]> {
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
      return {
        kind,
        milliseconds: performance.now() - due,
        isWidened: answer.headers.get("x-search") === "widened",
      };
    }),
  );
}

function print(samples: Sample[]): void {
  const kinds = [...new Set(samples.map(({ kind }) => kind))].sort();
  const rows = [...kinds.map((kind) => samples.filter((it) => it.kind === kind)), samples];
  console.log(`${listings.toLocaleString("en-IN")} listings, ${values.rate} questions a second`);
  console.table(
    rows.map((of, i) => {
      const times = of.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
      const at = (share: number) =>
        Number(
          (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1),
        );
      return {
        kind: kinds[i] ?? "all",
        questions: of.length,
        widened: of.filter(({ isWidened }) => isWidened).length,
        "p50 ms": at(0.5),
        "p90 ms": at(0.9),
        "p99 ms": at(0.99),
        "max ms": at(1),
      };
    }),
  );
}

await main();
