// The smallest machine: one processor, and 512 MB for the product, its image processes and its embedded PostgreSQL
// together. 50 students read, and every ten seconds one of them lists something with five photos of 12 megapixels.
// As root, after creating the memory-limited control group (version 1):
//   mkdir /sys/fs/cgroup/memory/market && cd /sys/fs/cgroup/memory/market
//   echo 512M > memory.limit_in_bytes && echo 512M > memory.memsw.limit_in_bytes
// npm run proof -- smallest --group /sys/fs/cgroup/memory/market [--listings 10000] [--students 50] [--minutes 30]
// With --idle 60 it also says what the product holds an hour later.
// Without --group nothing is limited, and the metrics are those to compare with.
import { existsSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { filterMix, uploadPhoto } from "../bench/support/calls.ts";
import { openCatalogue } from "../bench/support/catalogue.ts";
import { phonePictures } from "../bench/support/pictures.ts";
import {
  product,
  productEnvironment,
  residentMegabytes,
  startProgram,
  stayOn,
  treeMegabytes,
} from "../bench/support/programs.ts";
import { generator, percentile, pick } from "../bench/support/statistics.ts";
import { registerStudents } from "../bench/support/students.ts";
import { conclude } from "../bench/support/verdict.ts";
import { fieldsOf } from "./support/seller.ts";

const { values } = parseArgs({
  options: {
    group: { type: "string" },
    listings: { type: "string", default: "10000" },
    students: { type: "string", default: "50" },
    minutes: { type: "string", default: "30" },
    idle: { type: "string", default: "0" },
    port: { type: "string", default: "3490" },
    seed: { type: "string", default: "1" },
  },
});
const { group } = values;
const [port, seed, count] = [Number(values.port), Number(values.seed), Number(values.students)];
const seconds = Number(values.minutes) * 60;
/** Seconds between two listings, and at most between a student's pages. */
const [listEvery, lookFor] = [10, 4];
const photosEach = 5;
const random = generator(seed);
const broken: string[] = [];

const { db, dataDir, close } = await openCatalogue(Number(values.listings), seed);
const { rows } = await db.run("select id from products where sold_at is null limit 1000");
const items = rows.map((row) => (row as { id: string }).id);
const pictures = await phonePictures(`${dataDir}/pictures`, 4, seed);
await close();

const environment = { ...productEnvironment(port, dataDir), TRIAL_OPEN: "on" };
const limited =
  group === undefined
    ? []
    : ["sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec taskset -c 0 "$@"', group];
if (group !== undefined && cpus().length > 1) stayOn("1");
const program = await startProgram([...limited, ...product], port, { env: environment });
const { origin, pid } = program;

type Times = {
  document: number[];
  list: number[];
  item: number[];
  photo: number[];
  listing: number[];
};
const times: Times = { document: [], list: [], item: [], photo: [], listing: [] };
const gaveWay = { pages: 0, photos: 0 };
const megabytes: number[] = [];
/** Of the product and PostgreSQL, right after the students' use and at the end. */
const together: number[] = [];
const started = performance.now();
const elapsed = () => (performance.now() - started) / 1_000;
try {
  const setup = { port, dataDir, environment };
  const tokens = await registerStudents(setup, origin, count);
  const watch = (async () => {
    while (elapsed() < seconds) {
      megabytes.push(residentMegabytes(pid));
      await sleep(1_000);
    }
  })();
  await Promise.all([watch, sell(tokens), ...tokens.map((token) => read(token))]);
  together.push(treeMegabytes(pid));
  await sleep(Number(values.idle) * 60_000);
  together.push(treeMegabytes(pid));
} finally {
  if (!existsSync(`/proc/${pid}`)) broken.push("the process ended");
  await program.stop();
}

const killed = group === undefined ? 0 : killedIn(group);
if (killed > 0) broken.push(`${killed} processes were killed for want of memory`);
if (times.listing.length === 0) broken.push("nothing was listed");
conclude({
  name: "smallest",
  options: values,
  metrics: {
    ...Object.fromEntries(
      Object.entries(times).map(([name, each]) => [
        `${name}: count, p50, p95, p99 in ms`,
        [each.length, ...[0.5, 0.95, 0.99].map((share) => percentile(each, share))].join(", "),
      ]),
    ),
    "pages that gave way": gaveWay.pages,
    "photos that gave way and were sent again": gaveWay.photos,
    "product's own memory, median and most, MB": `${percentile(megabytes, 0.5)}, ${percentile(megabytes, 1)}`,
    [`web process and PostgreSQL together (PSS), then and ${values.idle} minutes later, MB`]:
      together.map(Math.round).join(", "),
    "processes killed": killed,
  },
  broken,
});

/** A student who opens a page, looks at it, and opens the next. */
async function read(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const lists = filterMix(1_000, random);
  while (elapsed() < seconds) {
    await sleep(random() * 2 * lookFor * 1_000);
    const item = pick(items, random);
    if (random() < 0.2) await ask("document", random() < 0.5 ? "/" : `/item/${item}`, headers);
    else if (random() < 0.5) await ask("list", pick(lists, random), headers);
    else await ask("item", `/api/items/${item}`, headers);
  }
}

async function ask(
  name: keyof Times,
  path: string,
  headers: Record<string, string>,
): Promise<void> {
  const began = performance.now();
  const answer = await fetch(origin + path, { headers }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  if (answer?.ok) times[name].push(performance.now() - began);
  else if (answer?.status === 503 && answer.headers.has("retry-after")) gaveWay.pages++;
  else broken.push(`${path}: ${answer?.status ?? "no answer"}`);
}

/** Every ten seconds another student lists something; a slow one does not delay the next. */
async function sell(tokens: readonly string[]): Promise<void> {
  const selling: Promise<void>[] = [];
  for (let n = 0; elapsed() < seconds - 60; n++) {
    selling.push(list(tokens[n % tokens.length] ?? "", n));
    await sleep(listEvery * 1_000);
  }
  await Promise.all(selling);
}

async function list(token: string, number: number): Promise<void> {
  const began = performance.now();
  const form = new FormData();
  for (const [field, value] of Object.entries(fieldsOf(number + 1))) form.append(field, value);
  for (let n = 0; n < photosEach; n++) {
    const id = await send(token, pictures[(number + n) % pictures.length]?.bytes);
    if (id === undefined) return;
    form.append("photos", id);
  }
  const headers = { authorization: `Bearer ${token}`, "idempotency-key": crypto.randomUUID() };
  const answer = await fetch(`${origin}/api/products/create`, {
    method: "POST",
    headers,
    body: form,
  }).catch(() => undefined);
  if (answer?.ok) times.listing.push(performance.now() - began);
  else broken.push(`a listing: ${answer?.status ?? "no answer"} ${await answer?.text()}`);
}

/** Repeats refused requests, as the form does. */
async function send(token: string, bytes = new Uint8Array()): Promise<string | undefined> {
  for (let tries = 0; tries < 20; tries++) {
    const began = performance.now();
    try {
      const { id } = await uploadPhoto(origin, token, bytes);
      times.photo.push(performance.now() - began);
      return id;
    } catch (error) {
      const { message } = error as Error;
      if (!/: (503|429) /.test(message)) {
        broken.push(message);
        return undefined;
      }
      gaveWay.photos++;
      await sleep(3_000);
    }
  }
  broken.push("a photo was refused twenty times");
  return undefined;
}

function killedIn(folder: string): number {
  const text = readFileSync(`${folder}/memory.oom_control`, "utf8");
  return Number(/^oom_kill (\d+)$/m.exec(text)?.[1]);
}
