// How long a student with a phone waits, in a browser with applied throttling of processor and network:
// npm run bench -- phone [--only documents|scrolling|filters|minutes|leaving]
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fillWithListings } from "@market/server/development/demo-bulk";
import { installOpponents } from "./support/load.ts";
import { product, productEnvironment, root, startProgram } from "./support/programs.ts";
import { quantile, round } from "./support/statistics.ts";
import { measureDocument } from "./phone/documents.ts";
import { type Change, changeFilters } from "./phone/filters.ts";
import { measureLeaving } from "./phone/leaving.ts";
import { measureMinutes } from "./phone/minutes.ts";
import { scrollThrough } from "./phone/scrolling.ts";
import type { Task } from "./phone/tasks.ts";
import { openBeside } from "./support/students.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    /** Loads of each document with applied throttling. */
    runs: { type: "string", default: "5" },
    /** Cards to scroll through. */
    cards: { type: "string", default: "1000" },
    /** Changes of a filter, with 200 cards each. */
    changes: { type: "string", default: "24" },
    /** The processor's slowdown; documents have Lighthouse's own 4. */
    slowdown: { type: "string", default: "4" },
    listings: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    port: { type: "string", default: "3700" },
  },
});
const port = Number(values.port);
const slowdown = Number(values.slowdown);
const longTask = 50;

async function measureDocuments(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/api/products?sort=newest&limit=8`);
  const item = ((await answer.json()) as { _id: string; isSold: boolean }[]).find(
    ({ isSold }) => !isSold,
  );
  const pages = {
    "/": "/",
    "/about": "/about",
    "/login": "/login",
    "/item/{id}": `/item/${item?._id}`,
  };
  for (const [name, path] of Object.entries(pages)) {
    const result = await measureDocument(origin + path, Number(values.runs), port + 9);
    console.log(`${name}: median, lowest and highest of ${values.runs} applied; simulated once`);
    console.table(result);
  }
}

async function measureScrolling(origin: string): Promise<void> {
  const { growing, up, down } = await scrollThrough(origin, Number(values.cards), slowdown);
  console.table({
    "the last pages, tap by tap": tasksOf(growing),
    "all the way up": tasksOf(up),
    "all the way down again": tasksOf(down),
  });
}

/** Metrics of a main thread: how many tasks were long by the clock, and by the processor alone. */
function tasksOf(tasks: readonly Task[]) {
  const clock = tasks.map(({ ms }) => ms);
  const processor = tasks.map(({ processorMs }) => processorMs);
  return {
    tasks: tasks.length,
    "over 50 ms": clock.filter((ms) => ms > longTask).length,
    "over 50 ms of processor": processor.filter((ms) => ms > longTask).length,
    "longest ms": round(Math.max(...clock)),
    "longest ms of processor": round(Math.max(...processor)),
    "p99 ms": round(quantile(clock, 0.99)),
  };
}

async function measureFilters(origin: string): Promise<void> {
  const changes = await changeFilters(origin, Number(values.changes), 200, slowdown);
  const row = (name: keyof Change) => {
    const times = changes.map((change) => change[name]);
    return {
      p50: round(quantile(times, 0.5)),
      p75: round(quantile(times, 0.75)),
      worst: round(Math.max(...times)),
    };
  };
  console.table({
    "tap to next paint, ms": row("painted"),
    "tap to the new cards, ms": row("cards"),
  });
}

const parts = {
  documents: measureDocuments,
  scrolling: measureScrolling,
  filters: measureFilters,
  minutes: async (origin: string) => console.table(await measureMinutes(origin, slowdown)),
  leaving: async (origin: string) => console.table(await measureLeaving(origin, slowdown)),
};

async function main(): Promise<void> {
  const chosen = Object.entries(parts).filter(([name]) => [name, undefined].includes(values.only));
  assert.ok(chosen.length > 0, `--only one of ${Object.keys(parts).join(", ")}`);
  installOpponents();
  const dataDir = mkdtempSync("/tmp/market-phone-");
  // This runs even if the run is interrupted.
  process.once("exit", () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  // Under root the database runs as another account, which needs access to the folder.
  chmodSync(dataDir, 0o711);
  const environment = {
    ...productEnvironment(port, dataDir),
    DEMO_DATA: "on",
    // The market has many listings, and the student lists one more.
    LIMITS_ACTIVE_LISTINGS: "100000",
    LIMITS_NEW_LISTINGS_PER_DAY: "100000",
  };
  const program = await startProgram(product, port, { env: environment, asks: "/readyz" });
  try {
    const { db } = await openBeside({ port, dataDir, environment });
    const [count, seed] = [Number(values.listings), Number(values.seed)];
    await fillWithListings({ db, count, seed, log: console.log });
    await db.close();
    for (const [, measure] of chosen) await measure(program.origin);
  } finally {
    await program.stop();
  }
}

assert.ok(existsSync(join(root, "web/build/client")), "npm run build comes first");
await main();
