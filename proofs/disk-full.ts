// A full disk is refused cleanly, and writes resume as soon as there is space again:
// npm run proof -- disk-full [--seconds 10] [--seed 1]        (root on Linux only: it mounts memory as disks)
// First the disk of the photos fills, then one that holds everything, the database included.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, openSync, closeSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openJournal } from "./support/journal.ts";
import { sweepOnce } from "./support/orphans.ts";
import { type Product, type Setup, startProduct } from "../bench/support/product.ts";
import { generator } from "../bench/support/statistics.ts";
import { conclude } from "../bench/support/verdict.ts";
import { newTally, Seller } from "./support/seller.ts";
import { openBeside, registerStudents } from "../bench/support/students.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
    sellers: { type: "string", default: "6" },
    port: { type: "string", default: "3740" },
    seed: { type: "string", default: "1" },
  },
});
if (process.platform !== "linux" || process.getuid?.() !== 0) {
  console.error(
    "NOT PROVED: disk-full needs root on Linux, because it mounts file systems of its own.",
  );
  process.exit(2);
}
/** The longest time in milliseconds until writes work again, and the smallest share of successful reads. */
const longestPause = 5_000;
const leastReads = 0.9;
const seconds = Number(values.seconds);
const random = generator(Number(values.seed));
const folder = mkdtempSync(join(tmpdir(), "market-full-"));
chmodSync(folder, 0o711);
const tally = newTally();
const { broken } = tally;
const metrics: Record<string, string | number> = {};
const mounted: string[] = [];
process.once("exit", () => {
  for (const place of mounted.splice(0).toReversed()) execFileSync("/bin/umount", ["-l", place]);
});

console.log(`seed ${values.seed}, in ${folder}`);
const journal = await openJournal(join(folder, "journal.jsonl"));
await prove("photos", (dataDir) => mount(join(dataDir, "photos"), "320m"));
await prove("everything", (dataDir) => mount(dataDir, "900m"));
await journal.close();
conclude({
  name: "disk-full",
  options: { ...values },
  metrics: { ...metrics, "broken promises": broken.length },
  broken,
});

/** Fills the only disk under load, observes, frees space, and measures how soon everything works again. */
async function prove(what: string, prepare: (dataDir: string) => string): Promise<void> {
  const setup: Setup = { port: Number(values.port), dataDir: join(folder, what) };
  mkdirSync(setup.dataDir, { mode: 0o711 });
  const disk = prepare(setup.dataDir);
  const product = await startProduct(setup);
  const tokens = await registerStudents(setup, product.origin, Number(values.sellers) + 1);
  const [quiet, ...sellers] = tokens.map((token) => new Seller(token, random, journal, tally));
  const photo = await photoOf(quiet, product);
  const [, before] = await Promise.all([
    ask(sellers, product, seconds),
    read(product, photo, seconds),
  ]);
  const filler = join(disk, "filler");
  fill(filler);
  await sleep(500);
  const refusedBefore = tally.refused;
  if (disk === setup.dataDir) await useUpLog(setup);
  const [, during] = await Promise.all([
    ask(sellers, product, seconds),
    read(product, photo, seconds),
  ]);
  const refused = tally.refused - refusedBefore;
  rmSync(filler);
  const back = await untilListed(sellers, product);
  if (product.hasEnded()) broken.push(`${what}: the product ended`);
  if (refused === 0) broken.push(`${what}: nothing was refused, the disk was never full`);
  if (back > longestPause) broken.push(`${what}: writing again only after ${back} ms`);
  await Promise.all(sellers.map((seller) => seller.settle(product.origin)));
  await Promise.all(sellers.map((seller) => seller.verify(product.origin)));
  await product.end("SIGKILL");
  const swept = await sweepOnce(setup);
  if (swept.missing > 0) broken.push(`${what}: ${swept.missing} rows without their file`);
  await (await startProduct(setup)).end("SIGTERM");
  const share = (kind: "pages" | "photos") => Math.round((100 * during[kind]) / before[kind]);
  if (what === "photos" && share("pages") < leastReads * 100)
    broken.push(`${what}: pages at ${share("pages")} % of their rate`);
  Object.assign(metrics, {
    [`${what}: refused with 503`]: refused,
    [`${what}: pages, % of the usual rate while full`]: share("pages"),
    [`${what}: photos, % of the usual rate while full`]: share("photos"),
    [`${what}: writing again after ms`]: Math.round(back),
    [`${what}: rows without a file`]: swept.missing,
    [`${what}: files without a row after a sweep`]: swept.after,
  });
}

function mount(place: string, size: string): string {
  mkdirSync(place, { recursive: true, mode: 0o711 });
  execFileSync("/bin/mount", ["-t", "tmpfs", "-o", `size=${size},mode=0711`, "tmpfs", place]);
  mounted.push(place);
  return place;
}

/** Writes until the disk is full. */
function fill(path: string): void {
  const file = openSync(path, "w");
  for (const size of [1_048_576, 4_096]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  closeSync(file);
}

/** Makes the database need a new segment of its log, for which there is no space, as a busy hour would. */
async function useUpLog(setup: Setup): Promise<void> {
  const { db } = await openBeside(setup);
  for (let n = 0; n < 20; n++) {
    const statement = "select pg_logical_emit_message(true, 'full', 'disk'), pg_switch_wal()";
    const isDone = await db.run(statement).then(
      () => true,
      () => false,
    );
    if (!isDone) break;
  }
  await db.close();
}

/** Lets all sellers change listings for a while; a refused request is repeated. */
async function ask(sellers: Seller[], { origin }: Product, forSeconds: number): Promise<void> {
  const until = performance.now() + forSeconds * 1_000;
  await Promise.all(
    sellers.map(async (seller) => {
      while (performance.now() < until) {
        const isAnswered = await (seller.isDoubtful ? seller.again(origin) : seller.change(origin));
        if (!isAnswered) await sleep(100);
      }
    }),
  );
}

/** Lists an item that is never deleted. @returns the address of its photo */
async function photoOf(seller: Seller | undefined, { origin }: Product): Promise<string> {
  await seller?.change(origin);
  const [listed] = (await seller?.listed(origin)) ?? [];
  const url = listed?.images[0]?.url;
  if (url === undefined) throw new Error("nothing could be listed on an empty disk");
  return url;
}

/** Reads pages and a photo, one after the other. @returns how many were answered with 200 */
async function read({ origin }: Product, photo: string, forSeconds: number) {
  const until = performance.now() + forSeconds * 1_000;
  const counts = { pages: 0, photos: 0 };
  while (performance.now() < until) {
    for (const [kind, path] of [
      ["pages", "/api/products"],
      ["photos", photo],
    ] as const) {
      const answer = await fetch(origin + path).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.ok) counts[kind]++;
      else if (answer && answer.status !== 503) broken.push(`${path}: ${answer.status}`);
    }
    await sleep(20);
  }
  return counts;
}

/** @returns milliseconds until the first request succeeds */
async function untilListed(sellers: Seller[], { origin }: Product): Promise<number> {
  const began = performance.now();
  for (;;) {
    for (const seller of sellers) {
      const isDone = await (seller.isDoubtful ? seller.again(origin) : seller.change(origin));
      if (isDone) return performance.now() - began;
    }
    if (performance.now() - began > 60_000) throw new Error("no write succeeds any more");
    await sleep(50);
  }
}
