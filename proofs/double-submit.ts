// A form sent twice, ten times, or into a server that dies lists one product, and two editors never mix:
// npm run proof -- double-submit [--forms 1000] [--kills 20] [--pairs 10000] [--seed 1]
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { pairs } from "./support/pairs.ts";
import { type Setup, startProduct } from "../bench/support/product.ts";
import { generator } from "../bench/support/statistics.ts";
import { conclude } from "../bench/support/verdict.ts";
import { formOf } from "./support/seller.ts";
import { registerStudents } from "../bench/support/students.ts";

const { values } = parseArgs({
  options: {
    forms: { type: "string", default: "1000" },
    kills: { type: "string", default: "20" },
    pairs: { type: "string", default: "10000" },
    port: { type: "string", default: "3740" },
    seed: { type: "string", default: "1" },
  },
});
/** Forms that are under way at a time, each of another student; when the server is killed, in all of them. */
const atOnce = 10;
const random = generator(Number(values.seed));
const folder = mkdtempSync(join(tmpdir(), "market-double-"));
const setup: Setup = { port: Number(values.port), dataDir: join(folder, "data") };
const broken: string[] = [];
const count = { copies: 0, replays: 0, waits: 0, unanswered: 0, killed: 0 };

console.log(`seed ${values.seed}, in ${folder}`);
let product = await startProduct(setup);
const students = await registerStudents(setup, product.origin, atOnce);
const forms = Number(values.forms);
const rounds = Math.ceil(forms / atOnce);
for (let round = 0; round < rounds; round++) {
  const isKilled = round < Number(values.kills);
  const sent = students.map((token, at) => submit(token, round * atOnce + at + 1));
  if (isKilled) {
    await sleep(10 + random() * 150);
    await product.end("SIGKILL");
    product = await startProduct(setup);
    count.killed += atOnce;
  }
  await Promise.all(sent.map(async (form) => settle(await form)));
  if (round % 10 === 9) console.log(`${(round + 1) * atOnce} forms, ${broken.length} broken`);
}
await compareWithForms();
const outcomes = await pairs({
  origin: product.origin,
  tokens: students,
  count: Number(values.pairs),
  random,
  broken,
});
await product.end("SIGTERM");
conclude({
  name: "double-submit",
  options: { ...values },
  metrics: {
    forms,
    "copies sent": count.copies,
    "of these with a kill in between": count.killed,
    "copies answered with the first answer": count.replays,
    "copies told to wait (409, 429, 503)": count.waits,
    "copies without an answer": count.unanswered,
    ...outcomes,
    "broken promises": broken.length,
  },
  broken,
});
if (broken.length === 0) rmSync(folder, { recursive: true, force: true });

type Form = { token: string; number: number; key: string; ids: Set<string> };

/** Sends two to ten copies concurrently. */
async function submit(token: string, number: number): Promise<Form> {
  const form: Form = { token, number, key: randomUUID(), ids: new Set() };
  const copies = 2 + Math.floor(random() * 9);
  await Promise.all(Array.from({ length: copies }, () => send(form)));
  return form;
}

async function send({ token, number, key, ids }: Form): Promise<boolean> {
  count.copies++;
  const answer = await post(token, key, await formOf(number, true)).catch(() => undefined);
  const body = (await answer?.json().catch(() => undefined)) as Answer | undefined;
  if (answer === undefined || body === undefined) {
    count.unanswered++;
    return false;
  }
  if (answer.ok && body.product) {
    if (ids.size > 0) count.replays++;
    ids.add(body.product._id);
    return true;
  }
  count.waits++;
  const mayWait = [409, 429, 503].includes(answer.status) && answer.headers.has("retry-after");
  if (!mayWait) broken.push(`form ${number}: ${answer.status} ${body.code}`);
  return false;
}

/** Sends the form until it is answered; then the key must not serve for another form. */
async function settle(form: Form): Promise<void> {
  for (let tries = 0; !(await send(form)); tries++) {
    if (tries > 100) throw new Error(`form ${form.number} is never answered`);
    await sleep(50);
  }
  if (form.ids.size !== 1) broken.push(`form ${form.number} listed ${[...form.ids].join(", ")}`);
  const other = await post(form.token, form.key, await formOf(form.number + 500_000, true));
  const { code } = (await other.json()) as Answer;
  if (other.status !== 422 || code !== "key-reused")
    broken.push(`another form under the same key: ${other.status} ${code}`);
}

type Answer = { code?: string; product?: { _id: string } };

async function post(token: string, key: string, body: FormData): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, "idempotency-key": key };
  return fetch(`${product.origin}/api/products/create`, { method: "POST", headers, body });
}

/** Every student has exactly the products of their forms. */
async function compareWithForms(): Promise<void> {
  for (const [at, token] of students.entries()) {
    const answer = await fetch(`${product.origin}/api/products/user`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { products } = (await answer.json()) as { products: { name: string }[] };
    const listed = products.map(({ name }) => name).toSorted();
    const wanted = Array.from({ length: rounds }, (_, i) => `Thing ${i * atOnce + at + 1}`);
    if (listed.join() !== wanted.toSorted().join())
      broken.push(`student ${at + 1} has ${listed.length} products, not ${wanted.length}`);
  }
}
