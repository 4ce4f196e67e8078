// Four times more calls than the product can take: what it still does, whom it refuses and how fast, and how
// soon all is as before: npm run bench -- overload [--times 4] [--seconds 30]
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { mixedQuestions, listQuestions, signOuts, uploadPhoto } from "./measuring/calls.ts";
import {
  type Answer,
  askByClock,
  askInTurn,
  type Question,
  questionOf,
  within,
} from "./measuring/lines.ts";
import { processorSeconds } from "./measuring/programs.ts";
import { openStage } from "./measuring/stage.ts";
import { generator, quantile, round } from "./measuring/statistics.ts";
import { conclude } from "./proving/result.ts";
import { pictureOf } from "./proving/seller.ts";

const { values } = parseArgs({
  options: {
    listings: { type: "string", default: "10000" },
    times: { type: "string", default: "4" },
    seconds: { type: "string", default: "30" },
    port: { type: "string", default: "3420" },
    seed: { type: "string", default: "1" },
  },
});
const [port, seconds, seed] = [Number(values.port), Number(values.seconds), Number(values.seed)];
const random = generator(seed);
const stage = await openStage({ port, listings: Number(values.listings), students: 60, seed });
const figures: Record<string, number | string> = {};
const broken: string[] = [];
try {
  await prove();
} finally {
  await stage.close();
}
conclude({ name: "overload", options: values, figures, broken });

async function prove(): Promise<void> {
  const next = await mixedQuestions(stage, 4000, random);
  const lists = listQuestions(1000, random);
  const probe = { port, connections: 200, perSecond: 50, seconds: 10 };
  await askInTurn({ port, next, seconds: 5, connections: 32 });
  const capacity = await findCapacity(next);
  const quiet = await askByClock({ ...probe, next: lists });
  const quietWorst = Math.max(...worstBySecond(quiet.answers));
  figures["quiet p99 ms"] = within(quiet.answers, 0.99);

  const sessions = await signOuts(stage, 2 * seconds);
  const spent = [process.cpuUsage(), processorSeconds(stage.product.pid)] as const;
  const until = performance.now() + seconds * 1000;
  const few = { port, seconds, connections: 200 };
  const [over, health, ready, out, uploads] = await Promise.all([
    askByClock({
      port,
      next,
      seconds,
      connections: 1000,
      before: 500,
      perSecond: capacity * Number(values.times),
    }),
    askByClock({ ...few, next: () => questionOf("health", "/healthz"), perSecond: 5 }),
    askByClock({ ...few, next: () => questionOf("ready", "/readyz"), perSecond: 5 }),
    askByClock({ ...few, next: () => sessions.pop() ?? next(), perSecond: 2 }),
    uploadUntil(until - 2000),
  ]);
  const { user, system } = process.cpuUsage(spent[0]);
  figures["asker's share of its processor"] = share((user + system) / 1e6 / seconds);
  figures["product's share of its own"] = share(
    (processorSeconds(stage.product.pid) - spent[1]) / seconds,
  );
  const after = await askByClock({ ...probe, next: lists });
  const recovered = worstBySecond(after.answers).findIndex((worst) => worst <= quietWorst);
  figures["as quiet as before, after s"] = recovered;
  if (recovered < 0 || recovered > 5) broken.push(`not as quiet as before after ${recovered} s`);

  judge(over.answers, capacity);
  figures["offered and not sent"] = over.unsent;
  figures["sent late by p99 ms"] = round(quantile(over.late, 0.99));
  if (over.unsent > over.answers.length / 100) broken.push("the asker could not keep up");
  for (const [name, { answers }, status] of [
    ["/healthz", health, 200],
    ["/readyz", ready, 200],
    ["sign-out", out, 204],
  ] as const) {
    figures[`${name} p99 ms`] = within(answers, 0.99);
    const others = answers.filter((answer) => answer.status !== status);
    if (others.length > 0) broken.push(`${name}: ${others.length} times ${others[0]?.status}`);
  }
  figures["uploads meanwhile"] = uploads.length;
  figures["upload p50 ms"] = round(quantile(uploads, 0.5));
  figures["upload worst ms"] = round(Math.max(...uploads));
}

/** The highest rate at which calls are answered, over a few numbers of those who ask at once, with uploads. */
async function findCapacity(next: () => Question): Promise<number> {
  let best = 0;
  const uploading = uploadUntil(performance.now() + 18_000);
  for (const connections of [8, 16, 48]) {
    const answers = await askInTurn({ port, next, seconds: 6, connections });
    const good = answers.filter(({ status }) => status === 200).length;
    if (good < answers.length) broken.push(`${answers.length - good} calls failed below capacity`);
    console.log(`${connections} at once: ${Math.round(good / 6)} a second`);
    best = Math.max(best, good / 6);
  }
  await uploading;
  figures["capacity, calls per second"] = Math.round(best);
  return best;
}

function judge(answers: readonly Answer[], capacity: number): void {
  const good = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ isBusy }) => isBusy);
  const goodput = good.length / seconds / capacity;
  figures["offered, calls per second"] = Math.round(answers.length / seconds);
  figures["answered, calls per second"] = Math.round(good.length / seconds);
  figures["answered, of capacity"] = share(goodput);
  figures["answered p50 ms"] = within(good, 0.5);
  figures["answered p99 ms"] = within(good, 0.99);
  figures["refused, calls per second"] = Math.round(refused.length / seconds);
  figures["refused p50 ms"] = within(refused, 0.5);
  figures["refused p99 ms"] = within(refused, 0.99);
  const other = answers.filter(({ status, isBusy }) => status !== 200 && !isBusy);
  if (other.length > 0) broken.push(`${other.length} answers such as ${other[0]?.status}`);
  if (goodput < 0.85) broken.push(`answered no more than ${share(goodput)} of capacity`);
  if (within(good, 0.99) > 1000) broken.push("calls that are answered take more than a second");
  if (!(within(refused, 0.99) <= 50)) broken.push("refusals take more than 50 ms");
}

/** One photo after another. @returns the milliseconds that each took */
async function uploadUntil(end: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 1; performance.now() < end; n++) {
    const began = performance.now();
    const token = stage.tokens[n % stage.tokens.length] ?? "";
    await uploadPhoto(stage.product.origin, token, new Uint8Array(await pictureOf(n))).then(
      () => times.push(performance.now() - began),
      (error: unknown) => broken.push(String(error)),
    );
    await sleep(2000);
  }
  return times;
}

function worstBySecond(answers: readonly Answer[]): number[] {
  const worst: number[] = [];
  const first = Math.min(...answers.map(({ at }) => at));
  for (const { at, ms, status } of answers) {
    const second = Math.floor((at - first) / 1000);
    worst[second] = Math.max(worst[second] ?? 0, status === 200 ? ms : Infinity);
  }
  return worst;
}

function share(of: number): string {
  return `${(of * 100).toFixed(0)} %`;
}
