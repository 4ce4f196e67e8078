// The sweeper never takes a file that is needed, while thousands of changes are under way and a file
// without a row is fair game after one second instead of a day:
// npm run proof -- sweep [--changes 10000] [--seed 1]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sweepOrphans } from "@market/server/photos/photo-jobs";
import { openStorage } from "@market/server/context";
import { openJournal } from "./support/journal.ts";
import { sweepOnce } from "./support/orphans.ts";
import { type Setup, startProduct } from "../bench/support/product.ts";
import { generator } from "../bench/support/statistics.ts";
import { conclude } from "../bench/support/verdict.ts";
import { newTally, Seller } from "./support/seller.ts";
import { openBeside, registerStudents } from "../bench/support/students.ts";

const { values } = parseArgs({
  options: {
    changes: { type: "string", default: "10000" },
    sellers: { type: "string", default: "16" },
    port: { type: "string", default: "3740" },
    seed: { type: "string", default: "1" },
  },
});
/** Milliseconds by which the sweeper's clock is ahead: its grace of a day shrinks to a second. */
const ahead = 24 * 3_600_000 - 1_000;
const random = generator(Number(values.seed));
const folder = mkdtempSync(join(tmpdir(), "market-sweep-"));
const setup: Setup = { port: Number(values.port), dataDir: join(folder, "data") };
const tally = newTally();
const { broken } = tally;

console.log(`seed ${values.seed}, in ${folder}`);
const journal = await openJournal(join(folder, "journal.jsonl"));
const product = await startProduct(setup);
const tokens = await registerStudents(setup, product.origin, Number(values.sellers));
const sellers = tokens.map((token) => new Seller(token, random, journal, tally));
const done = () => tally.create + tally.edit + tally.toggle + tally.delete;

let isOver = false;
const sweeping = sweepForever();
await Promise.all(
  sellers.map(async (seller) => {
    while (done() < Number(values.changes)) {
      if (!(await seller.change(product.origin))) await seller.settle(product.origin);
    }
  }),
);
isOver = true;
const swept = await sweeping;
await Promise.all(sellers.map((seller) => seller.verify(product.origin)));
await product.end("SIGKILL");
const left = await sweepOnce(setup);
if (left.missing > 0) broken.push(`${left.missing} files that rows need were removed`);
if (left.after > 0) broken.push(`${left.after} files without a row after a last sweep`);
await (await startProduct(setup)).end("SIGTERM");
await journal.close();
conclude({
  name: "sweep",
  options: { ...values },
  metrics: {
    "acknowledged changes": done(),
    sweeps: swept.sweeps,
    "files swept meanwhile": swept.files,
    "refused with 503": tally.refused,
    "live files removed": left.missing,
    "files without a row after a last sweep": left.after,
    "broken promises": broken.length,
  },
  broken,
});
if (broken.length === 0) rmSync(folder, { recursive: true, force: true });

async function sweepForever(): Promise<{ sweeps: number; files: number }> {
  const { config, db } = await openBeside(setup);
  const storage = await openStorage(config);
  const log = { info: () => undefined, error: () => undefined };
  const parts = { db, storage, log } as unknown as Parameters<typeof sweepOrphans>[0];
  let [sweeps, files] = [0, 0];
  while (!isOver) {
    files += await sweepOrphans(parts, Date.now() + ahead);
    sweeps++;
  }
  await db.close();
  return { sweeps, files };
}
