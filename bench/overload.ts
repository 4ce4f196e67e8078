// Load of four times the capacity: the throughput that remains, the speed of refusals, and the time until it
// recovers: npm run bench -- overload [--times 4] [--rounds 4] [--seconds 10]
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { mixedQuestions, listQuestions, signOuts, uploadPhoto } from "./support/calls.ts";
import {
  type Answer,
  requestByClock,
  requestInTurn,
  type Question,
  questionOf,
  within,
} from "./support/lines.ts";
import { processorSeconds } from "./support/programs.ts";
import { openStage } from "./support/stage.ts";
import { generator, quantile, round } from "./support/statistics.ts";
import { conclude } from "./support/verdict.ts";
import { pictureOf } from "./support/pictures.ts";

const { values } = parseArgs({
  options: {
    listings: { type: "string", default: "10000" },
    times: { type: "string", default: "4" },
    /** Each round measures capacity and then overload, since the machine may be faster a minute later. */
    rounds: { type: "string", default: "4" },
    /** Seconds of overload in a round. */
    seconds: { type: "string", default: "10" },
    port: { type: "string", default: "3420" },
    seed: { type: "string", default: "1" },
  },
});
const [port, seconds, seed] = [Number(values.port), Number(values.seconds), Number(values.seed)];
const random = generator(seed);
const stage = await openStage({ port, listings: Number(values.listings), students: 60, seed });
const metrics: Record<string, number | string> = {};
const broken: string[] = [];
try {
  await prove();
} finally {
  await stage.close();
}
conclude({ name: "overload", options: values, metrics, broken });

async function prove(): Promise<void> {
  const next = await mixedQuestions(stage, 4000, random);
  const lists = listQuestions(1000, random);
  const probe = { port, connections: 200, perSecond: 50, seconds: 10, isAwake: true };
  await requestInTurn({ port, next, seconds: 5, connections: 32, isAwake: true });
  const quiet = await requestByClock({ ...probe, next: lists });
  const quietWorst = Math.max(...worstBySecond(quiet.answers));
  metrics["quiet p99 ms"] = within(quiet.answers, 0.99);

  const connections = await bestConnections(next);
  const rounds: Round[] = [];
  const uploading = uploadWhile(() => rounds.length < Number(values.rounds));
  while (rounds.length < Number(values.rounds)) {
    const capacity = await measureCapacity(next, connections);
    rounds.push({ capacity, ...(await overload(next, capacity)) });
  }
  const after = await requestByClock({ ...probe, next: lists });
  const recovered = worstBySecond(after.answers).findIndex((worst) => worst <= quietWorst);
  metrics["as quiet as before, after s"] = recovered;
  if (recovered < 0 || recovered > 5) broken.push(`not as quiet as before after ${recovered} s`);

  judge(rounds);
  judgeNeverRefused(rounds);
  const uploads = await uploading;
  metrics["uploads at the same time"] = uploads.length;
  metrics["upload p50 ms"] = round(quantile(uploads, 0.5));
  metrics["upload worst ms"] = round(Math.max(...uploads));
}

type Round = { capacity: number } & Awaited<ReturnType<typeof overload>>;

async function overload(next: () => Question, capacity: number) {
  const sessions = await signOuts(stage, 2 * seconds);
  const spent = processorSeconds(stage.product.pid);
  const few = { port, seconds, connections: 200 };
  const [over, health, ready, out] = await Promise.all([
    requestByClock({
      port,
      next,
      seconds,
      connections: 1000,
      before: 500,
      perSecond: capacity * Number(values.times),
      isAwake: true,
    }),
    requestByClock({ ...few, next: () => questionOf("health", "/healthz"), perSecond: 5 }),
    requestByClock({ ...few, next: () => questionOf("ready", "/readyz"), perSecond: 5 }),
    requestByClock({ ...few, next: () => sessions.pop() ?? next(), perSecond: 2 }),
  ]);
  return {
    over,
    health: health.answers,
    ready: ready.answers,
    out: out.answers,
    product: (processorSeconds(stage.product.pid) - spent) / seconds,
  };
}

/** Finds the number of concurrent connections with the most answers. */
async function bestConnections(next: () => Question): Promise<number> {
  const tried: { connections: number; capacity: number }[] = [];
  for (const connections of [8, 16, 48]) {
    const capacity = await measureCapacity(next, connections);
    console.log(`${connections} concurrent: ${Math.round(capacity)} a second`);
    tried.push({ connections, capacity });
  }
  return tried.toSorted((a, b) => b.capacity - a.capacity)[0]?.connections ?? 48;
}

/** @returns calls answered in a second */
async function measureCapacity(next: () => Question, connections: number): Promise<number> {
  const time = 5;
  const answers = await requestInTurn({ port, next, seconds: time, connections, isAwake: true });
  const failed = answers.length - countGood(answers);
  if (failed > 0) broken.push(`${failed} calls failed below capacity`);
  return countGood(answers) / time;
}

function judge(rounds: readonly Round[]): void {
  const answers = rounds.flatMap(({ over }) => over.answers);
  const good = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ isBusy }) => isBusy);
  const shares = rounds.map(({ over, capacity }) => countGood(over.answers) / seconds / capacity);
  const goodput = mean(shares);
  const perSecond = (calls: number) => Math.round(calls / seconds / rounds.length);
  metrics["capacity, calls per second"] = Math.round(mean(rounds.map(({ capacity }) => capacity)));
  metrics["capacity, by round"] = rounds.map(({ capacity }) => Math.round(capacity)).join(", ");
  metrics["offered, calls per second"] = perSecond(answers.length);
  metrics["answered, calls per second"] = perSecond(good.length);
  metrics["answered, of capacity"] = share(goodput);
  metrics["answered, of capacity, by round"] = shares.map(share).join(", ");
  metrics["answered p50 ms"] = within(good, 0.5);
  metrics["answered p99 ms"] = within(good, 0.99);
  metrics["refused, calls per second"] = perSecond(refused.length);
  metrics["refused p50 ms"] = within(refused, 0.5);
  metrics["refused p99 ms"] = within(refused, 0.99);
  metrics["refused p99 ms, by round"] = rounds
    .map(({ over }) =>
      within(
        over.answers.filter(({ isBusy }) => isBusy),
        0.99,
      ),
    )
    .join(", ");
  const unsent = rounds.reduce((sum, { over }) => sum + over.unsent, 0);
  metrics["offered and not sent"] = unsent;
  metrics["sent late by p99 ms"] = round(
    quantile(
      rounds.flatMap(({ over }) => over.late),
      0.99,
    ),
  );
  metrics["product's share of its processor"] = share(mean(rounds.map(({ product }) => product)));
  if (unsent > answers.length / 100) broken.push("the client could not keep up");
  const other = answers.filter(({ status, isBusy }) => status !== 200 && !isBusy);
  if (other.length > 0) broken.push(`${other.length} answers such as ${other[0]?.status}`);
  if (goodput < 0.8) broken.push(`answered no more than ${share(goodput)} of capacity`);
  if (within(good, 0.99) > 1000) broken.push("calls that are answered take more than a second");
  if (!(within(refused, 0.99) <= 100)) broken.push("refusals take more than 100 ms");
}

function judgeNeverRefused(rounds: readonly Round[]): void {
  for (const [name, answers, status] of [
    ["/healthz", rounds.flatMap(({ health }) => health), 200],
    ["/readyz", rounds.flatMap(({ ready }) => ready), 200],
    ["sign-out", rounds.flatMap(({ out }) => out), 204],
  ] as const) {
    metrics[`${name} p99 ms`] = within(answers, 0.99);
    const others = answers.filter((answer) => answer.status !== status);
    if (others.length > 0) broken.push(`${name}: ${others.length} times ${others[0]?.status}`);
  }
}

/** Uploads one photo after another. @returns the milliseconds that each took */
async function uploadWhile(goesOn: () => boolean): Promise<number[]> {
  const times: number[] = [];
  for (let n = 1; goesOn(); n++) {
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

function countGood(answers: readonly Answer[]): number {
  return answers.filter(({ status }) => status === 200).length;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function share(of: number): string {
  return `${(of * 100).toFixed(0)} %`;
}
