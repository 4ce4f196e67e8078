// Two processes behind a proxy are restarted in turn under load, and no request fails:
// npm run proof -- rolling-restart [--restarts 50] [--gap 300] [--proxy nginx|caddy] [--seed 1]
// With --proxy nginx or caddy the real one stands in front, with its file in deploy/, on https.
// With --sockets the processes get sockets that stay open, as deploy/market@.socket does it.
// With --releases one,other (folders of unpacked releases) every second restart switches to the other release or back.
import { chmodSync, mkdtempSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startEmbeddedDatabase } from "@market/server/db/postgres/embedded";
import { makeCertificate } from "../scripts/certificate.mjs";
import { startCaddy } from "../scripts/caddy.mjs";
import { startNginx } from "../scripts/nginx.mjs";
import { openJournal } from "./support/journal.ts";
import { type Product, type Setup, startProduct } from "../bench/support/product.ts";
import { startProxy } from "./support/proxy.ts";
import { holdSockets } from "./support/sockets.ts";
import { generator, percentile } from "../bench/support/statistics.ts";
import { conclude } from "../bench/support/verdict.ts";
import { newTally, Seller } from "./support/seller.ts";
import { registerStudents } from "../bench/support/students.ts";

const { values } = parseArgs({
  options: {
    restarts: { type: "string", default: "50" },
    sellers: { type: "string", default: "12" },
    visitors: { type: "string", default: "8" },
    gap: { type: "string", default: "300" },
    proxy: { type: "string", default: "own" },
    port: { type: "string", default: "3740" },
    releases: { type: "string" },
    sockets: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
  },
});
/** The longest shutdown in milliseconds with running uploads. */
const longestStop = 60_000;
const random = generator(Number(values.seed));
const folder = mkdtempSync(join(tmpdir(), "market-rolling-"));
chmodSync(folder, 0o711);
const port = Number(values.port);
const sockets = values.sockets ? holdSockets([port + 2, port + 4]) : [];
const tally = newTally();
const { broken } = tally;
const stops: number[] = [];
let looked = 0;
let visited = 0;
let failed = 0;
const pages = [
  "/",
  "/api/products/filter?category=Mobility+%26+Transport",
  "/about",
  "/api/products",
];

console.log(`seed ${values.seed}, in ${folder}`);
const journal = await openJournal(join(folder, "journal.jsonl"));
const log = { info: () => undefined, warn: console.warn };
const database = await startEmbeddedDatabase({ dataDir: join(folder, "database"), log });
const photos = join(folder, "data");
mkdirSync(photos);
const realProxy = { nginx: startNginx, caddy: startCaddy }[values.proxy];
const origin = `${realProxy ? "https" : "http"}://localhost:${port}`;
// The certificate is made for this run.
if (realProxy) process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
const releases = values.releases?.split(",");
const setups = [2, 4].map((offset, n): Setup => ({
  socket: sockets[n],
  release: releases?.[0],
  port: port + offset,
  dataDir: photos,
  environment: {
    DATABASE_URL: database.applicationUrl,
    DATABASE_OWNER_URL: database.url,
    PUBLIC_ORIGIN: origin,
    TRUSTED_PROXIES: "1",
  },
}));
const products: Product[] = [];
for (const setup of setups) products.push(await startProduct(setup));
const proxy = await startInFront();
const [first] = setups;
if (first === undefined) throw new Error("nothing to restart");
const tokens = await registerStudents(first, origin, Number(values.sellers));
const sellers = tokens.map((token) => new Seller(token, random, journal, tally));

let isOver = false;
const working = sellers.map(async (seller) => {
  while (!isOver) {
    if (!(await seller.change(origin))) {
      broken.push("a change with a key failed behind the proxy");
      await seller.settle(origin);
    }
    await lookEverywhere(seller);
  }
});
const visiting = Array.from({ length: Number(values.visitors) }, async (_, n) => {
  while (!isOver) await visit(pages[n % pages.length] ?? "/");
});
for (let n = 1; n <= Number(values.restarts); n++) {
  const at = n % 2;
  const setup = setups[at];
  if (setup === undefined) break;
  await sleep(realProxy ? Number(values.gap) : Number(values.gap) * random());
  const began = performance.now();
  const code = await products[at]?.end("SIGTERM");
  stops.push(performance.now() - began);
  if (code !== 0) broken.push(`a stopped process answered ${code}`);
  // Both are upgraded, then both are rolled back.
  products[at] = await startProduct({ ...setup, release: releases?.[Math.ceil(n / 2) % 2] });
  console.log(`restart ${n}: ${done()} acknowledged, ${broken.length} broken`);
}
isOver = true;
await Promise.all([...working, ...visiting]);
await Promise.all(sellers.map((seller) => seller.verify(origin)));
if (percentile(stops, 1) > longestStop) broken.push("a stop took more than a minute");
await proxy.close();
for (const product of products) await product.end("SIGTERM");
await database.stop();
await journal.close();
conclude({
  name: "rolling-restart",
  options: { ...values },
  metrics: {
    restarts: stops.length,
    "acknowledged changes": done(),
    ...(proxy.repeated && {
      "requests that the proxy had to send to the other process": proxy.repeated(),
    }),
    "documents and lists read": visited,
    "requests that failed": tally.refused + tally.unanswered + failed,
    "own writes looked for on both processes": looked,
    "stop p50 ms": percentile(stops, 0.5),
    "stop longest ms": percentile(stops, 1),
    "broken promises": broken.length,
  },
  broken,
});
if (broken.length === 0) rmSync(folder, { recursive: true, force: true });

async function startInFront(): Promise<{ repeated?(): number; close(): Promise<void> }> {
  if (realProxy === undefined)
    return startProxy(
      port,
      products.map(({ origin: address }) => address),
    );
  return realProxy({
    folder: join(folder, "proxy"),
    domain: "localhost",
    certificate: await makeCertificate("localhost"),
    ports: { http: port + 1, https: port },
    processes: [port + 2, port + 4],
  });
}

/** Reads a public page or list, as a visitor with an empty cache. */
async function visit(path: string): Promise<void> {
  const answer = await fetch(origin + path).catch((error: Error) => error);
  if (answer instanceof Error) return fail(`${path}: ${answer.message}`);
  const text = await answer.text();
  if (answer.status !== 200) return fail(`${path}: ${answer.status}`);
  visited++;
  // The document and its files may come from processes of different releases.
  const files = new Set(text.match(/\/assets\/[\w.-]+\.js/g));
  for (const file of files) if (releases) await visit(file);
}

function fail(what: string): void {
  failed++;
  broken.push(what);
}

function done(): number {
  return tally.create + tally.edit + tally.toggle + tally.delete;
}

/** Checks that an acknowledged write is visible immediately on every running process. */
async function lookEverywhere(seller: Seller): Promise<void> {
  for (const { origin: address } of products) {
    const listed = await seller.listed(address).catch(() => undefined);
    if (listed === undefined) continue;
    looked++;
    const seen = listed.map(({ _id, name, isSold }) => `${_id} ${name} ${isSold}`).toSorted();
    const known = [...seller.known].map(
      ([id, { text, isSold }]) => `${id} Thing ${text} ${isSold}`,
    );
    if (seen.join() !== known.toSorted().join()) broken.push(`not seen immediately on ${address}`);
  }
}
