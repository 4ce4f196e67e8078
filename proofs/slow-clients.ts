// Hundreds who send or read as slowly as they can, and what a quick visitor notices of them:
// npm run proof -- slow-clients [--connections 500] [--uploads 100] [--seconds 40] [--only readers]
import { readdirSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { loadConfig } from "@market/server/config/config";
import { openStorage } from "@market/server/context";
import sharp from "sharp";
import { listQuestions, uploadPhoto } from "../bench/support/calls.ts";
import { type Answer, requestByClock, questionOf, within } from "../bench/support/lines.ts";
import { residentMegabytes } from "../bench/support/programs.ts";
import { openStage } from "../bench/support/stage.ts";
import { generator, round } from "../bench/support/statistics.ts";
import { conclude } from "../bench/support/verdict.ts";

const { values } = parseArgs({
  options: {
    connections: { type: "string", default: "500" },
    uploads: { type: "string", default: "100" },
    seconds: { type: "string", default: "40" },
    only: { type: "string", default: "" },
    port: { type: "string", default: "3420" },
    seed: { type: "string", default: "1" },
  },
});
const [port, seed, seconds] = [Number(values.port), Number(values.seed), Number(values.seconds)];
/** Milliseconds between two bytes of a slow sender. */
const pause = 3_000;
/** Milliseconds within which the slow ones come. */
const coming = 20_000;
/** Connections to the database and files that come and go by themselves. */
const spare = 12;
const students = Number(values.uploads);
const stage = await openStage({ port, listings: 10_000, students, seed });
const { pid } = stage.product;
const nextList = listQuestions(2000, generator(seed));
const metrics: Record<string, number | string> = {};
const broken: string[] = [];
try {
  await prove();
} finally {
  await stage.close();
}
conclude({ name: "slow-clients", options: values, metrics, broken });

/** Bytes that a slow client sends first, and then repeatedly. It reads nothing. */
type Slow = { first: string; more?: string };

async function prove(): Promise<void> {
  const photo = await largePhoto();
  await probe(5);
  const quiet = await probe(20);
  const p99 = within(quiet, 0.99);
  const before = await stored();
  metrics["files the product may open"] = Number(
    /^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, "utf8"))?.[1],
  );
  metrics["quiet p99 ms"] = p99;
  metrics["quiet memory MB"] = Math.round(residentMegabytes(pid));
  const count = Number(values.connections);
  const line = (path: string, method = "GET") =>
    `${method} ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n`;
  const holder = (n: number) => `Authorization: Bearer ${stage.tokens[n % students]}\r\n`;
  const json = "Content-Type: application/json\r\nContent-Length: 200\r\n\r\n";
  const form = "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 4000000\r\n\r\n";
  const part = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n';
  // Seconds within which the product must have ended them all: the coming, its own limit, and some more.
  const groups: [string, number, number, (n: number) => Slow][] = [
    ["headers", 40, count, () => ({ first: `${line("/api/products")}X-Slow: `, more: "x" })],
    [
      "bodies",
      40,
      count,
      (n) => ({ first: `${line("/api/auth/profile", "PUT")}${holder(n)}${json}{`, more: " " }),
    ],
    [
      "uploads",
      70,
      students,
      (n) => ({ first: line("/api/photos", "POST") + holder(n) + form + part, more: "x" }),
    ],
    ["readers", 100, count, () => ({ first: `${line(photo)}\r\n`.repeat(8) })],
  ];
  const chosen = groups.filter(([name]) => name.includes(values.only));
  for (const [name, longest, size, slow] of chosen)
    judge(name, p99, await suffer(size, longest, slow));
  metrics["memory afterwards MB"] = Math.round(residentMegabytes(pid));
  metrics["quiet p99 afterwards ms"] = within(await probe(15), 0.99);
  const after = await stored();
  metrics["files and rows left"] = after - before;
  if (after !== before) broken.push(`${after - before} files and rows are left`);
}

type Suffered = {
  answers: Answer[];
  memory: number;
  files: number;
  open: number;
  after: number;
};

/** Lets that many slow visitors come, looks on, and waits until the product has ended them all. */
async function suffer(
  count: number,
  longest: number,
  slow: (n: number) => Slow,
): Promise<Suffered> {
  const began = performance.now();
  const elapsed = () => round((performance.now() - began) / 1000);
  const usual = openFiles();
  const sockets: Socket[] = [];
  const come = (n: number) => {
    const { first, more } = slow(n);
    const socket = connect({ host: "127.0.0.1", port });
    socket.on("error", () => undefined);
    socket.once("connect", () => socket.write(first));
    const dripping = setInterval(() => more && socket.write(more), pause);
    if (more) socket.resume();
    socket.once("close", () => clearInterval(dripping));
    sockets.push(socket);
  };
  let [memory, files] = [0, 0];
  let after = 0;
  const looking = setInterval(() => {
    memory = Math.max(memory, residentMegabytes(pid));
    const held = openFiles();
    files = Math.max(files, held);
    if (held > usual + spare) after = elapsed();
  }, 250);
  const probing = probe(seconds);
  // Not in one moment: that would be a rush of quick visitors.
  for (let n = 0; n < count; n++) {
    come(n);
    if (n % 10 === 9) await sleep((coming * 10) / count);
  }
  const answers = await probing;
  // A client that does not read never learns that the connection was closed, so the product reports its open ones.
  while (openFiles() > usual + spare && elapsed() < longest) await sleep(100);
  clearInterval(looking);
  const open = Math.max(0, openFiles() - usual - spare);
  for (const socket of sockets) socket.destroy();
  console.log(`${count} slow ones: ${open} left after ${after} s`);
  return { answers, memory: Math.round(memory), files: files - usual, open, after };
}

function openFiles(): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function judge(name: string, quiet: number, { answers, memory, files, open, after }: Suffered) {
  const p99 = within(answers, 0.99);
  const bad = answers.filter(({ status }) => status !== 200);
  metrics[`${name}: p99 ms`] = p99;
  metrics[`${name}: p99, times quiet`] = round(p99 / quiet);
  metrics[`${name}: memory at most MB`] = memory;
  metrics[`${name}: files and connections held at most`] = files;
  metrics[`${name}: all ended, at the latest after s`] = open > 0 ? `${open} not` : after;
  if (bad.length > 0) broken.push(`${name}: ${bad.length} probes such as ${bad[0]?.status}`);
  if (p99 >= quiet * 2) broken.push(`${name}: p99 ${p99} ms, quiet ${quiet} ms`);
  if (open > 0) broken.push(`${name}: ${open} connections are not ended`);
}

/** A quick visitor: lists past the caches and health in turn, twenty a second. */
async function probe(during: number): Promise<Answer[]> {
  let n = 0;
  const next = () => (n++ % 2 === 0 ? nextList() : questionOf("health", "/healthz"));
  const asking = { port, next, seconds: during, connections: 100, perSecond: 20 };
  return (await requestByClock(asking)).answers;
}

/** A photo that takes long to read. @returns the address of its largest file */
async function largePhoto(): Promise<string> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const create = { width: 1600, height: 1600, channels: 3, background: "#888", noise } as const;
  const bytes = new Uint8Array(await sharp({ create }).jpeg().toBuffer());
  const { sources } = await uploadPhoto(stage.product.origin, stage.tokens[0] ?? "", bytes);
  // Its other files are made afterwards.
  await sleep(8_000);
  return sources.toSorted((one, other) => other.width - one.width)[0]?.url ?? "";
}

/** Work folders, files of photos and their rows. */
async function stored(): Promise<number> {
  const storage = await openStorage(loadConfig(stage.setup.environment));
  const { rows } = await stage.db.run("select id from photos");
  const files = await Array.fromAsync(storage.list());
  return readdirSync(`${stage.dataDir}/uploads`).length + files.length + rows.length;
}
