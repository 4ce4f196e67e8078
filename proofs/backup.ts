// A market is backed up under writes and loses its disk; everything confirmed before is restored, also on another
// PostgreSQL: npm run proof -- backup [--listings 2000] [--photos 3] [--port 3740]     (PostgreSQL 15 of Debian)
// It also measures time, MB/s and memory, compared with `pg_dump` and `cp`.
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { fillWithListings } from "@market/server/development/demo-bulk";
import { root } from "../bench/support/programs.ts";
import { environmentOf, type Product, type Setup, startProduct } from "../bench/support/product.ts";
import { openBeside, registerStudents } from "../bench/support/students.ts";
import { conclude } from "../bench/support/verdict.ts";
import { fieldsOf, formOf } from "./support/seller.ts";
import { programs, startDebianServer } from "./support/postgres.ts";

const { values } = parseArgs({
  options: {
    listings: { type: "string", default: "2000" },
    photos: { type: "string", default: "3" },
    writers: { type: "string", default: "4" },
    port: { type: "string", default: "3740" },
  },
});
const [listings, photos, writers, port] = [
  values.listings,
  values.photos,
  values.writers,
  values.port,
].map(Number) as [number, number, number, number];
const folder = mkdtempSync(join(tmpdir(), "market-backup-proof-"));
chmodSync(folder, 0o711);
const backupFolder = join(folder, "backups");
const setup: Setup = { port, dataDir: join(folder, "data") };
mkdirSync(setup.dataDir);
const metrics: Record<string, string | number> = {};
const broken: string[] = [];
type Listing = { id: string; name: string; photo: string };

console.log(`in ${folder}`);
const product = await startProduct(setup);
const tokens = await registerStudents(setup, product.origin, writers);
const bytes = await fill();
metrics["listings, photo files, MB"] = `${listings}, ${listings * photos * 2}, ${mega(bytes)}`;

// Writers work while the backup runs; writes acknowledged before it began must be restored.
const confirmed: Listing[] = [];
let things = 0;
let isOver = false;
const writing = Promise.all(tokens.map((token) => write(product, token)));
while (confirmed.length < writers * 2) await new Promise((resolve) => setTimeout(resolve, 100));
const before = [...confirmed];
const backup = await market(setup, "backup", "--to", backupFolder);
const between = confirmed.length - before.length;
metrics["confirmed before, and while it ran"] = `${before.length}, ${between}`;
metrics["backup"] =
  `${backup.seconds.toFixed(1)} s, ${mega(bytes / backup.seconds)} MB/s, ${backup.megabytes} MB of memory`;
const second = await market(setup, "backup", "--to", backupFolder);
metrics["the next one"] = `${second.seconds.toFixed(1)} s`;
isOver = true;
await writing;
await product.end("SIGTERM");
const verified = await market(setup, "verify-backup", backupFolder);
metrics["verify, both"] = `${verified.seconds.toFixed(1)} s, ${verified.megabytes} MB of memory`;

// The disk dies.
rmSync(setup.dataDir, { recursive: true, force: true });
await bringBack("the embedded PostgreSQL 18", { port, dataDir: join(folder, "embedded") });
const debian = await startDebianServer(join(folder, "debian"));
if (debian === undefined) {
  console.error(`NOT PROVED: another version needs PostgreSQL 15 in ${programs}`);
} else {
  const other = { port, dataDir: join(folder, "other"), environment: { DATABASE_URL: debian.url } };
  await bringBack("Debian's PostgreSQL 15", other);
  const began = performance.now();
  const dump = join(folder, "dump");
  execFileSync(join(programs, "pg_dump"), [
    "-h",
    debian.socket,
    "-U",
    "market",
    "-Fc",
    "-f",
    dump,
    "market",
  ]);
  execFileSync("cp", ["-a", join(other.dataDir, "photos"), join(folder, "copied")]);
  execFileSync("sync");
  const seconds = (performance.now() - began) / 1_000;
  metrics["pg_dump and cp of the same"] = `${seconds.toFixed(1)} s, ${mega(bytes / seconds)} MB/s`;
  await debian.stop();
}
conclude({ name: "backup", options: values, metrics, broken });
if (broken.length === 0) rmSync(folder, { recursive: true, force: true });

/** Listings of the demo campus with photo files of their own. @returns their bytes */
async function fill(): Promise<number> {
  const { db } = await openBeside(setup);
  let sum = 0;
  try {
    await fillWithListings({ db, count: listings, seed: 1, log: console.log });
    await db.run("delete from photos where position >= $1 and files = '{}'", [photos]);
    const { rows } = await db.run(
      `update photos set files = array[md5(id::text) || '-640.webp', md5(id::text) || '-320.webp']
       where files = '{}' returning files`,
    );
    for (const key of (rows as { files: string[] }[]).flatMap((row) => row.files)) {
      const path = join(setup.dataDir, "photos", key.slice(0, 3), key);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const content = randomBytes(key.endsWith("-640.webp") ? 60_000 : 20_000);
      writeFileSync(path, content);
      sum += content.length;
    }
  } finally {
    await db.close();
  }
  return sum;
}

async function write({ origin }: Product, token: string): Promise<void> {
  while (!isOver) {
    const number = ++things;
    const { name } = fieldsOf(number);
    const body = await formOf(number, true);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${origin}/api/products/create`, { method: "POST", headers, body });
    const said = (await answer.json()) as { product?: { _id: string; images: { url: string }[] } };
    const photo = said.product?.images[0]?.url;
    if (answer.ok && said.product && photo) confirmed.push({ id: said.product._id, name, photo });
    else if (answer.status < 500)
      throw new Error(`a listing: ${answer.status} ${JSON.stringify(said)}`);
  }
}

async function bringBack(where: string, to: Setup): Promise<void> {
  mkdirSync(to.dataDir);
  const { seconds, megabytes } = await market(to, "restore", "--from", backupFolder);
  metrics[`restore into ${where}`] = `${seconds.toFixed(1)} s, ${megabytes} MB of memory`;
  const again = await startProduct(to);
  const { db } = await openBeside(to);
  let missing = 0;
  for (const { id, name, photo } of before) {
    const [row] = (await db.run("select name from products where id = $1", [id])).rows as {
      name: string;
    }[];
    const answer = await fetch(again.origin + photo);
    await answer.arrayBuffer();
    if (row?.name === name && answer.ok) continue;
    missing += 1;
    broken.push(`${where}: ${name} (${id}) is ${row ? "without its photo" : "missing"}`);
  }
  const [count] = (await db.run("select count(*)::int as count from products")).rows as {
    count: number;
  }[];
  if ((count?.count ?? 0) < listings + before.length)
    broken.push(`${where}: ${count?.count} listings are there`);
  metrics[`missing in ${where}`] = missing;
  await db.close();
  await again.end("SIGTERM");
}

/** Runs `npm run market -- …`. @returns how long it took, and its memory at most */
async function market(given: Setup, ...args: string[]) {
  const began = performance.now();
  const child = spawn(process.execPath, ["server/src/market/market.ts", ...args], {
    cwd: root,
    env: environmentOf(given),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let megabytes = 0;
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      const now = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
      megabytes = Math.max(megabytes, Math.round(now));
    } catch {}
  }, 100);
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  clearInterval(look);
  console.log(said.trimEnd());
  if (code !== 0) broken.push(`market ${args[0]} ended with ${code}`);
  return { seconds: (performance.now() - began) / 1_000, megabytes };
}

function mega(count: number): number {
  return Math.round(count / 1e6);
}
