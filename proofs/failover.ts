// The primary dies under writes, its synchronous standby takes over, and nothing acknowledged is lost:
// npm run proof -- failover [--promotions 10] [--seed 1]      (needs Debian's postgresql-15)
import { mkdirSync, mkdtempSync, chmodSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openCluster, programs, startSwitch } from "./support/cluster.ts";
import { openJournal } from "./support/journal.ts";
import { type Setup, startProduct } from "../bench/support/product.ts";
import { generator, percentile } from "../bench/support/statistics.ts";
import { conclude } from "../bench/support/verdict.ts";
import { newTally, Seller } from "./support/seller.ts";
import { registerStudents } from "../bench/support/students.ts";

const { values } = parseArgs({
  options: {
    promotions: { type: "string", default: "10" },
    sellers: { type: "string", default: "12" },
    seconds: { type: "string", default: "3" },
    port: { type: "string", default: "3740" },
    seed: { type: "string", default: "1" },
  },
});
/** Milliseconds from promotion to the first acknowledged write, at most. */
const longestPause = 5_000;
const random = generator(Number(values.seed));
const folder = mkdtempSync(join(tmpdir(), "market-failover-"));
chmodSync(folder, 0o711);
const port = Number(values.port);
const tally = newTally();
const { broken } = tally;
const pauses: number[] = [];
const away: number[] = [];
let seconds = 0;

console.log(`seed ${values.seed}, in ${folder}`);
const cluster = await openCluster(folder);
if (cluster === undefined) {
  console.error(
    `NOT PROVED: failover needs PostgreSQL 15 in ${programs}: apt-get install postgresql-15`,
  );
  process.exit(2);
}
let [primary, standby] = cluster.nodes;
if (primary === undefined || standby === undefined) throw new Error("two nodes are needed");
const journal = await openJournal(join(folder, "journal.jsonl"));
await cluster.found(primary);
await cluster.follow(standby, primary);
const address = await startSwitch(port + 2, primary);
const setup: Setup = {
  port,
  dataDir: join(folder, "data"),
  environment: { DATABASE_URL: address.url },
};
mkdirSync(setup.dataDir);
const product = await startProduct(setup);
const tokens = await registerStudents(setup, product.origin, Number(values.sellers));
const sellers = tokens.map((token) => new Seller(token, random, journal, tally));

for (let round = 1; round <= Number(values.promotions); round++) {
  const lasted = Number(values.seconds) * (500 + random() * 1_000);
  const died = sleep(lasted).then(() => {
    cluster.kill(primary as NonNullable<typeof primary>);
    address.lead(undefined);
    return performance.now();
  });
  let isDead = false;
  const working = sellers.map(async (seller) => {
    while (!isDead && (await seller.change(product.origin)));
  });
  const killedAt = await died;
  isDead = true;
  seconds += lasted / 1_000;
  await cluster.promote(standby);
  address.lead(standby);
  const promotedAt = performance.now();
  await untilWritten(sellers[0]);
  pauses.push(performance.now() - promotedAt);
  away.push(performance.now() - killedAt);
  await Promise.all(working);
  if (product.hasEnded()) throw new Error("the product ended with its primary");
  await Promise.all(sellers.map((seller) => seller.verify(product.origin)));
  await Promise.all(sellers.map((seller) => seller.settle(product.origin)));
  [primary, standby] = [standby, primary];
  await cluster.follow(standby, primary);
  console.log(`promotion ${round}: ${done()} acknowledged, ${broken.length} broken`);
}
await Promise.all(sellers.map((seller) => seller.verify(product.origin)));
if (percentile(pauses, 1) > longestPause) broken.push("writing again took more than 5 s");
await product.end("SIGTERM");
address.close();
cluster.stop(standby);
cluster.stop(primary);
await journal.close();
conclude({
  name: "failover",
  options: { ...values },
  metrics: {
    promotions: pauses.length,
    "acknowledged changes": done(),
    "acknowledged per second of load": Math.round(done() / seconds),
    "without an answer or refused with 503": tally.refused + tally.unanswered,
    "of these found done": tally.found,
    "from promotion to the first write, p50 ms": percentile(pauses, 0.5),
    "from promotion to the first write, longest ms": percentile(pauses, 1),
    "from the kill to the first write, longest ms": percentile(away, 1),
    "broken promises": broken.length,
  },
  broken,
});
if (broken.length === 0) rmSync(folder, { recursive: true, force: true });

function done(): number {
  return tally.create + tally.edit + tally.toggle + tally.delete;
}

/** Resolves when a request of this seller succeeds again. */
async function untilWritten(seller: Seller | undefined): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const isDone = seller?.isDoubtful
      ? await seller.again(product.origin)
      : await seller?.change(product.origin);
    if (isDone) return;
    await sleep(50);
  }
  throw new Error("no write succeeds after a promotion");
}
