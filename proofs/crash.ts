// Nothing acknowledged is lost when the product or its database is killed:
// npm run proof -- crash [--rounds 50] [--database-rounds 20] [--seed 1]
// Sellers list, edit, toggle and delete as fast as possible and record every answer on disk; the
// server, or processes of the database, are killed at a random moment; afterwards everything is compared. Meanwhile the
// sweeper of orphaned files runs without a pause, and takes a file without a row after two seconds instead of a day.
// Before the database is killed, every job that runs by the clock is queued, and every line that the market logs has to be
// explained by the kill.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openJobs } from "@market/server/jobs/jobs";
import { findHome } from "@market/server/db/postgres/location";
import { readPidFile } from "@market/server/db/postgres/postmaster";
import { openJournal } from "./support/journal.ts";
import { sweepOnce, sweepUntil } from "./support/orphans.ts";
import { type Product, type Setup, startProduct } from "../bench/support/product.ts";
import { generator, percentile } from "../bench/support/statistics.ts";
import { conclude } from "../bench/support/verdict.ts";
import { newTally, Seller } from "./support/seller.ts";
import { openBeside, registerStudents } from "../bench/support/students.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "50" },
    "database-rounds": { type: "string", default: "20" },
    sellers: { type: "string", default: "16" },
    seconds: { type: "string", default: "3" },
    port: { type: "string", default: "3740" },
    seed: { type: "string", default: "1" },
  },
});
/** Log lines after the database was killed, and of a second backup within a second. */
const explained =
  /ECONN(REFUSED|RESET)|EPIPE|ENOENT.*PGSQL|Connection terminated|connection (was )?(closed|terminated|ended)|terminating connection|57P0[123]|database system|database-unavailable|database stopped by itself|answer to a commit was lost|is not queryable|backups\/\S+ is there already/i;
const random = generator(Number(values.seed));
const folder = mkdtempSync(join(tmpdir(), "market-crash-"));
const setup: Setup = {
  port: Number(values.port),
  dataDir: join(folder, "data"),
  environment: { BACKUP_TO: join(folder, "backups") },
};
const tally = newTally();
const { broken } = tally;
const restarts: number[] = [];
const comebacks: number[] = [];
const orphans = { before: 0, after: 0, missing: 0, sweeps: 0, swept: 0 };
let seconds = 0;

console.log(`seed ${values.seed}, in ${folder}`);
const journal = await openJournal(join(folder, "journal.jsonl"));
let product = await startProduct(setup);
const tokens = await registerStudents(setup, product.origin, Number(values.sellers));
const sellers = tokens.map((token) => new Seller(token, random, journal, tally));

for (let round = 1; round <= Number(values.rounds); round++) {
  const killed = Promise.withResolvers<void>();
  const sweeping = sweepUntil(killed.promise, setup);
  await work(product, () => product.end("SIGKILL"));
  killed.resolve();
  const meanwhile = await sweeping;
  orphans.sweeps += meanwhile.sweeps;
  orphans.swept += meanwhile.files;
  const swept = await sweepOnce(setup);
  orphans.before += swept.before;
  orphans.after += swept.after;
  orphans.missing += swept.missing;
  product = await startProduct(setup);
  restarts.push(product.startedIn);
  await compare();
  report(`server killed ${round}`);
}
// A killed server's own log lines are not checked.
const before = readLog().length;
for (let round = 1; round <= Number(values["database-rounds"]); round++) {
  await queueJobs();
  const how = await work(product, () => killDatabase(round));
  if (product.hasEnded()) throw new Error("the product ended with its database");
  await compare();
  report(`database killed ${round} (${how})`);
}
let jobs = await countJobs();
// Workers look for such jobs twice a minute.
for (let tries = 0; tries < 120 && jobs.some(({ done }) => done === 0); tries++) {
  await sleep(1_000);
  jobs = await countJobs();
}
for (const { name, done } of jobs) if (done === 0) broken.push(`the job ${name} was never done`);
if (orphans.after > 0) broken.push(`${orphans.after} files without a row after a sweep`);
if (orphans.missing > 0) broken.push(`${orphans.missing} files that rows need are missing`);
await product.end("SIGTERM");
await journal.close();
const unexplained = readLog().slice(before);
for (const line of unexplained) broken.push(`unexplained in the log: ${line}`);
const acknowledged = tally.create + tally.edit + tally.toggle + tally.delete;
conclude({
  name: "crash",
  options: { ...values },
  metrics: {
    "server killed": Number(values.rounds),
    "database processes killed": Number(values["database-rounds"]),
    "acknowledged changes": acknowledged,
    "of these create / edit / toggle / delete": `${tally.create} / ${tally.edit} / ${tally.toggle} / ${tally.delete}`,
    "acknowledged per second of load": Math.round(acknowledged / seconds),
    "without an answer or refused with 503": tally.unanswered + tally.refused,
    "of these found done": tally.found,
    "sweeps meanwhile, and files removed by them": `${orphans.sweeps}, ${orphans.swept}`,
    "files without a row after the kills": orphans.before,
    "files without a row after a sweep": orphans.after,
    "rows without a file": orphans.missing,
    "restart p50 ms": percentile(restarts, 0.5),
    "restart longest ms": percentile(restarts, 1),
    "database back p50 ms": percentile(comebacks, 0.5),
    "database back longest ms": percentile(comebacks, 1),
    "kinds of jobs by the clock": jobs.length,
    "of these jobs done / failed / waiting": ["done", "failed", "waiting"]
      .map((state) => jobs.reduce((sum, job) => sum + job[state as "done"], 0))
      .join(" / "),
    "lines of the log without an explanation": unexplained.length,
    "broken promises": broken.length,
  },
  broken,
});
if (broken.length === 0) rmSync(folder, { recursive: true, force: true });

/** Runs all sellers until none gets an answer after the kill. */
async function work<T>(on: Product, kill: () => Promise<T>): Promise<T> {
  let isOver = false;
  const began = performance.now();
  const working = sellers.map(async (seller) => {
    while (!isOver && (await seller.change(on.origin)));
  });
  await sleep(Number(values.seconds) * (500 + random() * 1_000));
  seconds += (performance.now() - began) / 1_000;
  const result = await kill();
  isOver = true;
  await Promise.all(working);
  return result;
}

/** Compares the present state, then repeats every unanswered request under its key, then compares again. */
async function compare(): Promise<void> {
  const { origin } = product;
  await Promise.all(sellers.map((seller) => seller.verify(origin)));
  await Promise.all(sellers.map((seller) => seller.settle(origin)));
  await Promise.all(sellers.map((seller) => seller.verify(origin)));
}

/** Kills the postmaster, one of its children, or all of them; resolves when the product is ready again. */
async function killDatabase(round: number): Promise<string> {
  const home = await findHome(setup.dataDir);
  const postmaster = (await readPidFile(join(home ?? "", "cluster")))?.pid ?? 0;
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(postmaster)], {
    encoding: "utf8",
  })
    .split("\n")
    .map(Number)
    .filter((pid) => pid > 0);
  const one = children[Math.floor(random() * children.length)];
  const [how, pids] = (
    [
      ["one process", [one]],
      ["postmaster", [postmaster]],
      ["all", [postmaster, ...children]],
    ] as const
  )[round % 3] ?? ["one process", [one]];
  for (const pid of pids) if (pid) kill(pid);
  await sleep(Math.round(200 * random()));
  const began = performance.now();
  for (;;) {
    const answer = await fetch(`${product.origin}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) break;
    if (product.hasEnded()) break;
    if (performance.now() - began > 60_000) throw new Error("the database does not come back");
    await sleep(20);
  }
  comebacks.push(performance.now() - began);
  return how;
}

type JobCount = { name: string; done: number; failed: number; waiting: number };

/** Queues every job that runs by the clock, as if all their times had come. */
async function queueJobs(): Promise<void> {
  const { db, url } = await openBeside(setup);
  const queue = await openJobs(url, { warn: () => {} });
  try {
    const { rows } = await db.run("select name from jobs.schedule");
    await db.transaction(async (transaction) => {
      for (const { name } of rows as { name: string }[]) await queue.enqueue(transaction, name, {});
    });
  } finally {
    await queue.stop();
    await db.close();
  }
}

async function countJobs(): Promise<JobCount[]> {
  const { db } = await openBeside(setup);
  try {
    const { rows } = await db.run(`
      select name, (count(*) filter (where state = 'completed'))::int as done,
        (count(*) filter (where state = 'failed'))::int as failed,
        (count(*) filter (where state in ('created', 'retry', 'active')))::int as waiting
      from jobs.job where name in (select name from jobs.schedule) group by name order by name`);
    return rows as JobCount[];
  } finally {
    await db.close();
  }
}

/** @returns the lines of the market's log that the kills do not explain */
function readLog(): string[] {
  const lines = readFileSync(join(folder, `product-${setup.port}.log`), "utf8").split("\n");
  return lines.filter((line) => line.startsWith("{") && !explained.test(line));
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function report(what: string): void {
  const done = tally.create + tally.edit + tally.toggle + tally.delete;
  console.log(
    `${what}: ${done} acknowledged, ${tally.unanswered + tally.refused} not, ${broken.length} broken`,
  );
}
