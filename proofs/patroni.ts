// Three PostgreSQL under Patroni, etcd and HAProxy, with the files in deploy/patroni: the primary is killed, frozen and
// cut off under writes, no acknowledged write is lost, and the cluster recovers by itself:
// npm run proof -- patroni [--rounds 10] [--faults kill,freeze,cut] [--seed 1]
// (root on Linux; apt-get install postgresql-15 patroni etcd-server haproxy)
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Setup, startProduct } from "../bench/support/product.ts";
import { generator, percentile } from "../bench/support/statistics.ts";
import { registerStudents } from "../bench/support/students.ts";
import { conclude } from "../bench/support/verdict.ts";
import { openJournal } from "./support/journal.ts";
import { enterOwnNetwork } from "./support/machines.ts";
import { missing, openPatroni, type Roles } from "./support/patroni.ts";
import { newTally, Seller } from "./support/seller.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "10" },
    faults: { type: "string", default: "kill,freeze,cut" },
    sellers: { type: "string", default: "6" },
    seconds: { type: "string", default: "3" },
    port: { type: "string", default: "3740" },
    seed: { type: "string", default: "1" },
  },
});
/** Milliseconds from the fault to the first acknowledged write (p95), at most. */
const longestPause = 15_000;
/** Shorter and longer than `ttl`: it wakes before, during or after the election. */
const nap = { shortest: 5_000, longest: 12_000 };

/** Faults of the cluster. @returns a function that ends the fault */
const faults: Record<string, (roles: Roles) => Promise<() => void>> = {
  /** Every process of the primary's machine ends; it starts again later. */
  async kill({ primary }) {
    primary.kill();
    return () => primary.boot();
  },
  async freeze({ primary }) {
    primary.freeze();
    return () => primary.thaw();
  },
  async cut({ primary }) {
    primary.disconnect();
    return () => primary.reconnect();
  },
  /** Kills PostgreSQL only. */
  async crash({ primary }) {
    cluster.crash(primary);
    return () => undefined;
  },
  /** The primary is cut off from the other machines, but not from the market. */
  async split({ primary }) {
    const others = cluster.machines.filter((machine) => machine !== primary);
    primary.turnFrom(others);
    return () => primary.turnTo(others);
  },
  async nap({ primary }) {
    const lasts = nap.shortest + (nap.longest - nap.shortest) * random();
    primary.freeze();
    void sleep(lasts).then(() => primary.thaw());
    return () => undefined;
  },
  /** The machine that confirms every commit is cut off. */
  async standby({ standby }) {
    standby.disconnect();
    return () => standby.reconnect();
  },
};

const lacks = missing();
if (lacks.length > 0) {
  console.error(
    `NOT PROVED: patroni needs ${lacks.join(", ")}: apt-get install postgresql-15 patroni etcd-server haproxy`,
  );
  process.exit(2);
}
const chosen = values.faults.split(",");
const unknown = chosen.filter((name) => !(name in faults));
if (unknown.length > 0) throw new Error(`faults: ${Object.keys(faults).join(", ")}`);
if (!(await enterOwnNetwork("patroni"))) process.exit();

const random = generator(Number(values.seed));
const folder = mkdtempSync(join(tmpdir(), "market-patroni-"));
chmodSync(folder, 0o711);
const tally = newTally();
const { broken } = tally;
const again = new Map(chosen.map((name) => [name, { first: [] as number[], all: [] as number[] }]));
const whole: number[] = [];
const returned = { rewound: 0, "as a new copy": 0, "as it was": 0 };
const began = performance.now();

console.log(`seed ${values.seed}, in ${folder}`);
const cluster = await openPatroni(folder);
for (const machine of cluster.machines) machine.boot();
let roles = await cluster.untilWhole();
const firstTimeline = roles.timeline;
const url = cluster.found(roles.primary);
const stopProxy = cluster.startProxy();
const journal = await openJournal(join(folder, "journal.jsonl"));
const setup: Setup = {
  port: Number(values.port),
  dataDir: join(folder, "data"),
  environment: { DATABASE_URL: url },
};
mkdirSync(setup.dataDir);
const product = await startProduct(setup);
const { origin } = product;
const tokens = await registerStudents(setup, origin, Number(values.sellers));
const sellers = tokens.map((token) => new Seller(token, random, journal, tally));

try {
  for (let round = 1; round <= Number(values.rounds); round++)
    for (const name of chosen) await strike(name, round);
  await Promise.all(sellers.map((seller) => seller.verify(origin)));
  await compareMachines();
} catch (error) {
  broken.push(String(error));
}
for (const [name, { first }] of again)
  if (percentile(first, 0.95) > longestPause)
    broken.push(`${name}: writing again took more than 15 s`);
await product.end("SIGTERM");
stopProxy();
cluster.stop();
await journal.close();
conclude({
  name: "patroni",
  options: { ...values },
  metrics: {
    "acknowledged changes": done(),
    "acknowledged and lost, or not as acknowledged": broken.filter((line) =>
      /acknowledged/.test(line),
    ).length,
    "without an answer or refused with 503": tally.refused + tally.unanswered,
    "of these found done": tally.found,
    ...Object.fromEntries(
      [...again].map(([name, { first }]) => [
        `${name}: first write again, p50, p95, longest ms`,
        spread(first),
      ]),
    ),
    ...Object.fromEntries(
      [...again].map(([name, { all }]) => [
        `${name}: every seller writes again, p50, p95, longest ms`,
        spread(all),
      ]),
    ),
    "three machines again after the end of the fault, p50, p95, longest ms": spread(whole),
    "the failed machine came back": Object.entries(returned)
      .map(([how, times]) => `${how} ${times}`)
      .join(", "),
    "changes of the primary": roles.timeline - firstTimeline,
    minutes: Math.round((performance.now() - began) / 60_000),
    "broken promises": broken.length,
  },
  broken,
});
if (broken.length === 0) rmSync(folder, { recursive: true, force: true });

async function strike(name: string, round: number): Promise<void> {
  const times = again.get(name);
  const fault = faults[name];
  if (times === undefined || fault === undefined) throw new Error(name);
  let isOver = false;
  let struckAt = Infinity;
  const firstWrites = new Map<Seller, number>();
  const working = sellers.map(async (seller) => {
    while (!isOver) {
      const askedAt = performance.now();
      const isDone = seller.isDoubtful ? await seller.again(origin) : await seller.change(origin);
      if (!isDone) await sleep(100);
      else if (askedAt > struckAt && !firstWrites.has(seller))
        firstWrites.set(seller, performance.now());
    }
  });
  await sleep(Number(values.seconds) * (500 + random() * 1_000));
  const { primary, standby } = roles;
  const struck = name === "standby" ? standby : primary;
  const wordsBefore = cluster.words(struck).length;
  const beganAt = performance.now();
  const end = await fault(roles);
  struckAt = performance.now();
  while (firstWrites.size < sellers.length) {
    if (performance.now() - struckAt > 120_000)
      throw new Error("no write succeeds after two minutes");
    if (product.hasEnded()) throw new Error("the product ended with its primary");
    await sleep(50);
  }
  const pauses = [...firstWrites.values()].map((at) => at - beganAt);
  times.first.push(Math.min(...pauses));
  times.all.push(Math.max(...pauses));
  // The machine returns while the market is running.
  await sleep(random() * 5_000);
  const endedAt = performance.now();
  end();
  roles = await cluster.untilWhole();
  whole.push(performance.now() - endedAt);
  const words = cluster.words(struck).slice(wordsBefore);
  if (words.includes("bootstrap from leader")) returned["as a new copy"]++;
  else if (words.includes("running pg_rewind")) returned.rewound++;
  else returned["as it was"]++;
  isOver = true;
  await Promise.all(working);
  await Promise.all(sellers.map((seller) => seller.verify(origin)));
  await Promise.all(sellers.map((seller) => seller.settle(origin)));
  console.log(
    `round ${round}, ${name}: first write after ${Math.round(Math.min(...pauses))} ms, all after ${Math.round(Math.max(...pauses))} ms, whole ${Math.round(whole.at(-1) ?? 0)} ms after its end; ${done()} acknowledged, ${broken.length} broken`,
  );
}

/** Compares the machines without writers: standbys that have caught up have the primary's rows. */
async function compareMachines(): Promise<void> {
  for (let tries = 0; ; tries++) {
    const rows = new Set(cluster.machines.map((machine) => cluster.rowsOf(machine)));
    if (rows.size === 1) return;
    if (tries === 50) {
      broken.push(`the machines hold different rows: ${[...rows].join("; ")}`);
      return;
    }
    await sleep(100);
  }
}

function done(): number {
  return tally.create + tally.edit + tally.toggle + tally.delete;
}

function spread(times: readonly number[]): string {
  return [0.5, 0.95, 1].map((share) => percentile(times, share)).join(", ");
}
