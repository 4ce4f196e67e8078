// Two processes on one database: how long one shows old data after the other has acknowledged a write.
// npm run proof -- staleness --writes 10000
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { loadConfig } from "@market/server/config/config";
import { issueDevelopmentToken } from "@market/server/development/token";
import { openCatalogue, type Catalogue } from "../bench/support/catalogue.ts";
import {
  product,
  productEnvironment,
  type Program,
  startProgram,
} from "../bench/support/programs.ts";
import { filterPaths } from "../bench/support/calls.ts";
import { generator, quantile } from "../bench/support/statistics.ts";
import { conclude } from "../bench/support/verdict.ts";

const { values } = parseArgs({
  options: {
    listings: { type: "string", default: "10000" },
    writes: { type: "string", default: "10000" },
    writers: { type: "string", default: "8" },
    // Ends earlier after so many minutes.
    minutes: { type: "string", default: "60" },
    port: { type: "string", default: "3270" },
    seed: { type: "string", default: "1" },
  },
});
const random = generator(Number(values.seed));
/** Milliseconds after which an answer counts as stale. */
const staleAfter = 1_000;
const past = { "cache-control": "no-cache" };

type Shown = { _id: string; name: string; isSold: boolean };
type Writer = { path: string; productId: string; token: string; fields: Record<string, string> };
const endsAt = performance.now() + Number(values.minutes) * 60_000;
let writes = 0;
const delays: number[] = [];
let stale = 0;
let ownStale = 0;

async function shown(origin: string, { path, productId }: Writer, headers = {}): Promise<Shown> {
  const response = await fetch(origin + path, { headers });
  assert.equal(response.status, 200);
  const found = ((await response.json()) as Shown[]).find(({ _id }) => _id === productId);
  assert.ok(found, `${productId} is not on the first page of ${path}`);
  return found;
}

/** The newest product of each of some filters, with its seller's token. */
async function findWriters({ db }: Catalogue, origin: string): Promise<Writer[]> {
  const config = loadConfig({ PUBLIC_ORIGIN: origin, DEMO_DATA: "off" });
  const writers: Writer[] = [];
  const filled = filterPaths.filter((path) => path.split("=").length === 4);
  while (writers.length < Number(values.writers)) {
    const path = filled[Math.floor(random() * filled.length)] ?? "";
    const [newest] = (await (await fetch(origin + path)).json()) as Shown[];
    if (newest === undefined || writers.some(({ productId }) => productId === newest._id)) continue;
    const { rows } = await db.run(
      `select email, product.name, product.description, product.address, category, condition,
         location_type as "locationType", (price_paise / 100)::text as price
       from products product join users on users.id = seller_id
       join identities on identities.id = identity_id where product.id = $1`,
      [newest._id],
    );
    const [{ email, ...fields }] = rows as [{ email: string } & Record<string, string>];
    const token = await issueDevelopmentToken({ config, db, email });
    writers.push({ path, productId: newest._id, token, fields });
  }
  return writers;
}

/** One change through one process: marked sold or not, or renamed. @returns how the product looks then */
async function write(origin: string, { productId, token, fields }: Writer, n: number) {
  const headers = { authorization: `Bearer ${token}` };
  const isSold = n % 4 < 2;
  const name = `Renamed ${n}`;
  if (n % 2 === 0) {
    const response = await fetch(`${origin}/api/products/${productId}/toggle-sold`, {
      method: "PUT",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ isSold }),
    });
    assert.equal(response.status, 200, await response.text());
    return (product: Shown) => product.isSold === isSold;
  }
  const body = new FormData();
  for (const [field, value] of Object.entries({ ...fields, name })) body.append(field, value);
  const response = await fetch(`${origin}/api/products/${productId}`, {
    method: "PUT",
    headers,
    body,
  });
  assert.equal(response.status, 200, await response.text());
  return (product: Shown) => product.name === name;
}

async function work(writer: Writer, origins: [string, string], most: number): Promise<void> {
  for (let n = 0; n < most && performance.now() < endsAt; n++) {
    const [here, there] = n % 3 === 0 ? origins : ([origins[1], origins[0]] as const);
    // Both processes need cached answers that can be stale.
    await Promise.all([shown(here, writer), shown(there, writer)]);
    const isFresh = await write(here, writer, n);
    const acknowledged = performance.now();
    const seen = seeThere(there, writer, isFresh, acknowledged);
    const own = await Promise.all([
      shown(here, writer),
      shown(here, writer, past),
      shown(there, writer, past),
    ]);
    if (!own.every(isFresh)) ownStale++;
    await seen;
    writes++;
  }
}

/** Requests the other process until it shows the write; the time of the first good request counts. */
async function seeThere(
  there: string,
  writer: Writer,
  isFresh: (product: Shown) => boolean,
  acknowledged: number,
): Promise<void> {
  for (;;) {
    const elapsed = performance.now() - acknowledged;
    if (isFresh(await shown(there, writer))) return void delays.push(elapsed);
    if (elapsed > staleAfter) return void stale++;
    await sleep(5);
  }
}

async function main(): Promise<void> {
  const port = Number(values.port);
  const catalogue = await openCatalogue(Number(values.listings), Number(values.seed));
  const programs: Program[] = [];
  try {
    for (const at of [port, port + 2]) {
      const env = {
        ...productEnvironment(at, catalogue.dataDir, catalogue.url),
        PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
        LIMITS_EDITS_PER_DAY: "100000",
        LIMITS_ACTIVE_LISTINGS: "100000",
      };
      programs.push(await startProgram(product, at, { env, asks: "/readyz" }));
    }
    const origins = programs.map(({ origin }) => origin) as [string, string];
    const writers = await findWriters(catalogue, origins[0]);
    const each = Math.ceil(Number(values.writes) / writers.length);
    const started = performance.now();
    await Promise.all(writers.map((writer) => work(writer, origins, each)));
    const seconds = (performance.now() - started) / 1000;
    const p99 = Math.round(quantile(delays, 0.99));
    const metrics = {
      writes,
      "writes/s": Math.round(writes / seconds),
      "stale after 1 s": stale,
      "not seen immediately by the writer": ownStale,
      "seen through the other, p50 ms": Math.round(quantile(delays, 0.5)),
      "seen through the other, p99 ms": p99,
      "seen through the other, worst ms": Math.round(Math.max(...delays)),
    };
    const broken = [
      ...(stale > 0 ? [`${stale} writes are not shown after a second`] : []),
      ...(ownStale > 0 ? [`${ownStale} writes are not seen immediately by their writer`] : []),
      ...(p99 > 250 ? [`a write is seen through the other process after ${p99} ms`] : []),
    ];
    conclude({ name: "staleness", options: values, metrics, broken });
  } finally {
    for (const program of programs) await program.stop();
    await catalogue.close();
  }
}

await main();
