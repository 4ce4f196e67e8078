// Memory stays level and no process exits while a large market is used without a break, by clients who read, each time
// from another IPv6 address behind a proxy, and by students who upload photos; and /operations reports it correctly:
// npm run proof -- endurance [--listings 1000000] [--clients 200] [--uploads 20] [--minutes 5]
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { discardPhoto, mixedQuestions, uploadPhoto } from "../bench/support/calls.ts";
import type { Operations } from "@market/contract/operations/schemas";
import { openCatalogue } from "../bench/support/catalogue.ts";
import { requestInTurn, type Question, questionOf, within } from "../bench/support/lines.ts";
import { phonePictures } from "../bench/support/pictures.ts";
import {
  product,
  productEnvironment,
  residentMegabytes,
  startProgram,
} from "../bench/support/programs.ts";
import { generator, pick } from "../bench/support/statistics.ts";
import { conclude } from "../bench/support/verdict.ts";
import { registerStudents } from "../bench/support/students.ts";

const { values } = parseArgs({
  options: {
    listings: { type: "string", default: "1000000" },
    clients: { type: "string", default: "200" },
    uploads: { type: "string", default: "20" },
    minutes: { type: "string", default: "5" },
    port: { type: "string", default: "3480" },
    seed: { type: "string", default: "1" },
  },
});
const [port, uploads, seed] = [Number(values.port), Number(values.uploads), Number(values.seed)];
const seconds = Number(values.minutes) * 60;
/** Megabytes that the last minute may exceed the third from the end by, as garbage collection varies. */
const level = 30;
const random = generator(seed);
const broken: string[] = [];
const metrics: Record<string, string | number> = {};
const catalogue = await openCatalogue(Number(values.listings), seed);
const environment = {
  ...productEnvironment(port, catalogue.dataDir, catalogue.url),
  TRUSTED_PROXIES: "1",
  TRIAL_OPEN: "on",
  MODERATOR_EMAILS: "student1@cgu.example",
};
try {
  const program = await startProgram(product, port, { env: environment });
  try {
    await prove(program.pid, program.origin);
  } finally {
    await program.stop();
  }
} finally {
  await catalogue.close();
}
conclude({ name: "endurance", options: values, metrics, broken });

/** The same request from a new address, half of them within one /64. */
function fromAnywhere({ name, bytes }: Question): Question {
  const groups = Array.from({ length: 6 }, () => Math.floor(random() * 65_536).toString(16));
  if (random() < 0.5) groups.splice(0, 2, "0", "1");
  const header = `x-forwarded-for: 2001:db8:${groups.join(":")}\r\n\r\n`;
  return { name, bytes: Buffer.concat([bytes.subarray(0, -2), Buffer.from(header)]) };
}

async function prove(pid: number, origin: string): Promise<void> {
  const { db, dataDir } = catalogue;
  const tokens = await registerStudents({ port, dataDir, environment }, origin, 2 * uploads);
  const shown = () => today(origin, tokens[0] ?? "");
  const before = await shown();
  let turnedAway = 0;
  const pictures = await phonePictures(`${dataDir}/pictures`, 4, seed);
  const calls = await mixedQuestions({ db, tokens }, 20_000, random);
  const { rows } = await db.run("select id from products where sold_at is null limit 2000");
  const documents = [
    ...rows.map((row) => `/item/${(row as { id: string }).id}`),
    ...Array.from({ length: 400 }, () => "/"),
  ].map((path) => questionOf("document", path, { "accept-encoding": "br" }));
  const next = () => fromAnywhere(random() < 0.5 ? calls() : pick(documents, random));

  const samples: { minute: number; megabytes: number }[] = [];
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1_000;
  const watch = (async () => {
    while (elapsed() < seconds && existsSync(`/proc/${pid}`)) {
      samples.push({ minute: elapsed() / 60, megabytes: residentMegabytes(pid) });
      await sleep(2_000);
    }
  })();
  const taken = Array.from({ length: uploads }, (_, n) => uploadUntil(n));
  const answers = await requestInTurn({ port, next, seconds, connections: Number(values.clients) });
  await watch;
  const photos = (await Promise.all(taken)).reduce((sum, count) => sum + count, 0);

  const mean = (from: number, to: number) => {
    const own = samples.filter(({ minute }) => minute >= from && minute < to);
    return Math.round(own.reduce((sum, { megabytes }) => sum + megabytes, 0) / own.length);
  };
  const minutes = Number(values.minutes);
  for (let minute = 0; minute < minutes; minute++)
    metrics[`minute ${minute + 1}, MB`] = mean(minute, minute + 1);
  metrics["most, MB"] = Math.round(Math.max(...samples.map(({ megabytes }) => megabytes)));
  metrics["answers"] = answers.length;
  metrics["answer p50 ms"] = within(answers, 0.5);
  metrics["answer p99 ms"] = within(answers, 0.99);
  turnedAway += answers.filter(({ isBusy }) => isBusy).length;
  const after = await shown();
  metrics["busy"] = turnedAway;
  metrics["busy in /operations"] = after.busy - before.busy;
  metrics["errors in /operations"] = after.errors - before.errors;
  metrics["photos"] = photos;

  if (!existsSync(`/proc/${pid}`)) broken.push("the process ended");
  const failed = answers.filter(({ status, isBusy }) => !isBusy && status !== 200);
  if (failed.length > 0) broken.push(`${failed.length} answers of ${failed[0]?.status}`);
  if (photos === 0) broken.push("no photo was taken");
  // Answers in flight when the clients stopped were counted by the product alone.
  const unheard = after.busy - before.busy - turnedAway;
  if (unheard < 0 || unheard > Number(values.clients))
    broken.push(`/operations shows ${unheard} more answers as busy than there were`);
  if (after.errors > before.errors) broken.push("/operations shows errors");
  const growth = mean(minutes - 1, minutes) - mean(minutes - 3, minutes - 2);
  metrics["growth in the last three minutes, MB"] = growth;
  if (!(growth <= level)) broken.push(`memory grew by ${growth} MB in the last three minutes`);

  async function uploadUntil(n: number): Promise<number> {
    let count = 0;
    for (let photo = n; elapsed() < seconds; photo++) {
      const token = tokens[n] ?? "";
      const bytes = pictures[photo % pictures.length]?.bytes ?? new Uint8Array();
      try {
        await discardPhoto(origin, token, (await uploadPhoto(origin, token, bytes)).id);
        count++;
      } catch (error) {
        if (/: 503 /.test((error as Error).message)) turnedAway++;
        // A refusal by an overloaded server counts as an answer: a browser waits and tries again.
        if (!/: (503|429) /.test((error as Error).message)) broken.push((error as Error).message);
        await sleep(1_000);
      }
    }
    return count;
  }
}

/** Reads today's statistics as a moderator. */
async function today(origin: string, token: string): Promise<{ busy: number; errors: number }> {
  const answer = await fetch(`${origin}/api/operations`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`/operations: ${answer.status} ${await answer.text()}`);
  const { operations } = (await answer.json()) as { operations: Operations };
  const { busy = 0, errors = 0 } = operations.days.at(-1) ?? {};
  return { busy, errors };
}
