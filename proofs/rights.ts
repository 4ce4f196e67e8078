// Suspending, hiding, deciding and erasing are done or not done, whenever the process is killed:
// npm run proof -- rights [--rounds 50] [--seed 1]
// In every round the product is killed twice at a random moment: while a moderator suspends, hides and decides by
// HTTP and the operator suspends by command, and while its job erases accounts. Afterwards each measure is found whole
// or not at all, with its decision and its line in the log, and the next start finishes what was to be erased.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openStorage } from "@market/server/context";
import { openJobs } from "@market/server/jobs/jobs";
import { startEmbeddedDatabase } from "@market/server/db/postgres/embedded";
import { issueDevelopmentToken } from "@market/server/development/token";
import { environmentOf, type Setup, startProduct } from "../bench/support/product.ts";
import { generator, percentile } from "../bench/support/statistics.ts";
import { openBeside, registerStudents } from "../bench/support/students.ts";
import { conclude } from "../bench/support/verdict.ts";
import { formOf } from "./support/seller.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "50" },
    accounts: { type: "string", default: "4" },
    port: { type: "string", default: "3770" },
    seed: { type: "string", default: "1" },
  },
});
const random = generator(Number(values.seed));
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "market-rights-"));
const moderator = "moderator@cgu.example";
const actions = ["hide", "remove", "warn", "suspend", "dismiss"] as const;
const kinds = ["suspend", "suspend by command", "hide", "decide", "erase"] as const;
type Kind = (typeof kinds)[number];

const log = { info: () => undefined, warn: () => undefined };
const database = await startEmbeddedDatabase({ dataDir: join(folder, "database"), log });
const setup: Setup = {
  port: Number(values.port),
  dataDir: join(folder, "data"),
  environment: {
    DATABASE_URL: database.url,
    DATABASE_SESSION_URL: database.url,
    MODERATOR_EMAILS: moderator,
    LIMITS_REPORTS_PER_DAY: "100000",
  },
};
mkdirSync(setup.dataDir, { recursive: true });

type Person = { token: string; email: string; userId: string; listings: string[] };
/** The state of a measure: absent, complete or half done. */
type Found = "before" | "after" | "half";

const broken: string[] = [];
const found: Record<Kind, Record<Found, number>> = Object.fromEntries(
  kinds.map((kind) => [kind, { before: 0, after: 0, half: 0 }]),
) as never;
const told = { yes: 0, no: 0 };
const finished: number[] = [];
let withoutFiles = 0;
const removed: string[] = [];
/** The prefix of a student's files. */
const prefixes = new Map<string, string>();
let students = 0;
let listed = 0;

console.log(`seed ${values.seed}, in ${folder}`);
let product = await startProduct(setup);
const { config, db } = await openBeside(setup);
const storage = await openStorage(config);
const jobs = await openJobs(database.url, log);
const [reporter = ""] = await register(1).then((people) => people.map(({ token }) => token));
/** Milliseconds that the longest of the calls takes when nothing is killed. */
let lasts = 500;

for (let round = 0; round <= Number(values.rounds); round++) {
  // The first round is not killed; it shows how long everything takes.
  await measures(round);
  await erasures(round);
  if (round % 5 === 0) console.log(`${round} rounds, ${broken.length} broken`);
}
await untilGone(removed);
await compareLog();
await product.end("SIGTERM");
await jobs.stop();
await db.close();
await database.stop();
conclude({
  name: "rights",
  options: { ...values },
  metrics: {
    kills: 2 * Number(values.rounds),
    ...Object.fromEntries(
      kinds.map((kind) => [
        `${kind}: before / after / half done`,
        `${found[kind].before} / ${found[kind].after} / ${found[kind].half}`,
      ]),
    ),
    "answered before the kill": told.yes,
    "not answered": told.no,
    "erasures cut off between files and rows": withoutFiles,
    "erased after the next start, p50 ms": percentile(finished, 0.5),
    "erased after the next start, longest ms": percentile(finished, 1),
    "broken promises": broken.length,
  },
  broken,
});
if (broken.length === 0) rmSync(folder, { recursive: true, force: true });

/** A moderator and the operator at work when the product and the command are killed. */
async function measures(round: number): Promise<void> {
  const [suspended, commanded, hider, seller] = await register(4);
  if (!suspended || !commanded || !hider || !seller) throw new Error("students are missing");
  await Promise.all([suspended, suspended, commanded, hider, seller].map(list));
  const [productId = ""] = seller.listings;
  const [hidden = ""] = hider.listings;
  await post(reporter, "/api/reports", { productId, reason: "scam" });
  const [one] = await rows<{ id: string }>("select id from cases where product_id = $1", productId);
  const caseId = one?.id ?? "";
  const action = actions[round % actions.length] ?? "warn";
  const files = await filesOf([seller.userId]);
  const token = await issueDevelopmentToken({ config, db, email: moderator });
  const send = (path: string, body: object) => post(token, `/api/moderation/${path}`, body);

  const began = performance.now();
  const command = runCli("suspend", "--email", commanded.email, "--reason", "Stolen");
  // The command takes a second to start.
  if (round > 0) await sleep(random() * lasts * 1.4);
  const sent = [
    send(`users/${suspended.userId}/suspend`, { reason: "Stolen" }),
    send(`products/${hidden}/hide`, { note: "Stolen" }),
    send(`cases/${caseId}/decision`, { action, note: "Stolen" }),
  ];
  if (round === 0) {
    await Promise.all([...sent, once(command, "exit")]);
    lasts = performance.now() - began;
  } else {
    await sleep(random() * 100);
    command.kill("SIGKILL");
    await product.end("SIGKILL");
  }
  const statuses = await Promise.all(sent);
  const wellAnswered = statuses.map((status) => status === 200);
  for (const isAnswered of wellAnswered) told[isAnswered ? "yes" : "no"]++;
  for (const status of statuses)
    if (status !== 200 && status !== undefined) broken.push(`answered with ${status}`);

  await untilQuiet();
  const states = {
    suspend: await suspensionOf(suspended),
    "suspend by command": await suspensionOf(commanded),
    hide: await hidingOf(hidden),
    decide: await decisionOf(caseId, action, seller),
  };
  if (round > 0) for (const [kind, state] of Object.entries(states)) found[kind as Kind][state]++;
  for (const [nth, kind] of (["suspend", "hide", "decide"] as const).entries())
    if (wellAnswered[nth] && states[kind] !== "after")
      broken.push(`round ${round}: ${kind} was acknowledged but is ${states[kind]}`);
  for (const [kind, state] of Object.entries(states))
    if (state === "half") broken.push(`round ${round}: ${kind} (${action}) is half done`);
  if (action === "remove" && states.decide === "after") removed.push(...files);
  if (round > 0) product = await startProduct(setup);
}

/** The hourly job at work when the product is killed, and again after the next start. */
async function erasures(round: number): Promise<void> {
  const deletedStudents = await register(Number(values.accounts));
  await Promise.all(deletedStudents.map(list));
  const ids = deletedStudents.map(({ userId }) => userId);
  const files = await filesOf(ids);
  for (const { token } of deletedStudents) {
    const status = await ask("DELETE", token, "/api/users/me", { confirm: "DELETE" });
    if (status !== 200) throw new Error(`deletion: ${status}`);
  }
  await db.run("update users set deleted_at = now() - interval '8 days' where id = any($1)", [ids]);
  await product.end(round === 0 ? "SIGTERM" : "SIGKILL");
  if (round > 0) {
    await askToErase();
    const child = spawn(process.execPath, ["server/src/main.ts"], {
      cwd: root,
      env: environmentOf(setup),
      stdio: "ignore",
    });
    const gone = once(child, "exit");
    await untilErasing();
    await sleep(random() * 40 * deletedStudents.length);
    child.kill("SIGKILL");
    await gone;
    await untilQuiet();
    const present = new Set(await storedFiles());
    for (const deleted of deletedStudents) {
      const state = await erasureOf(deleted);
      found.erase[state]++;
      if (state === "half") broken.push(`round ${round}: ${deleted.email} is half erased`);
      const own = files.filter((key) => key.startsWith(prefixes.get(deleted.userId) ?? "?"));
      const left = own.filter((key) => present.has(key)).length;
      if (state === "after" && left > 0) broken.push(`round ${round}: files of an erased account`);
      if (state === "before" && left < own.length) withoutFiles++;
    }
  }
  // Work of a killed process is started again by the clock, here immediately.
  await askToErase();
  const began = performance.now();
  product = await startProduct(setup);
  for (;;) {
    const states = await Promise.all(deletedStudents.map(erasureOf));
    if (states.every((state) => state === "after")) break;
    if (performance.now() - began > 60_000) {
      broken.push(`round ${round}: not erased a minute after the start`);
      break;
    }
    await sleep(20);
  }
  finished.push(performance.now() - began);
  const present = new Set(await storedFiles());
  if (files.some((key) => present.has(key))) broken.push(`round ${round}: files are left`);
}

async function register(count: number): Promise<Person[]> {
  const first = students + 1;
  students += count;
  const tokens = await registerStudents(setup, product.origin, count, first);
  return Promise.all(
    tokens.map(async (token, nth) => {
      const email = `student${first + nth}@cgu.example`;
      const [row] = await rows<{ id: string }>(
        `select student.id from users student join identities identity on identity.id = student.identity_id
         where identity.email = $1`,
        email,
      );
      return { token, email, userId: row?.id ?? "", listings: [] };
    }),
  );
}

async function list(person: Person): Promise<void> {
  const answer = await fetch(`${product.origin}/api/products/create`, {
    method: "POST",
    headers: { authorization: `Bearer ${person.token}` },
    body: await formOf(++listed, true),
  });
  const { product: made } = (await answer.json()) as { product: { _id: string } };
  person.listings.push(made._id);
}

async function ask(method: string, token: string, path: string, body: object) {
  const answer = await fetch(product.origin + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.status;
}
function post(token: string, path: string, body: object) {
  return ask("POST", token, path, body);
}

function runCli(...words: string[]) {
  return spawn(process.execPath, ["server/src/market/market.ts", ...words], {
    cwd: root,
    env: environmentOf(setup),
    stdio: "ignore",
  });
}

/** All facts the same way are before or after; anything else is half done. */
function whole(facts: readonly boolean[]): Found {
  if (facts.every((isDone) => isDone)) return "after";
  return facts.some((isDone) => isDone) ? "half" : "before";
}

async function suspensionOf({ userId }: Person): Promise<Found> {
  const [row] = await rows<Record<string, boolean>>(
    `select student.suspended_at is not null as suspended,
       not exists (select from sessions where identity_id = student.identity_id and ended_at is null) as out,
       not exists (select from products where seller_id = student.id and listed) as unlisted,
       (select count(*) = 1 from decisions where user_id = student.id and action = 'suspend') as decided,
       (select count(*) = 1 from moderation_log where user_id = student.id and action = 'suspend') as logged
     from users student where id = $1`,
    userId,
  );
  return whole(Object.values(row ?? {}));
}

async function hidingOf(productId: string): Promise<Found> {
  const [row] = await rows<Record<string, boolean>>(
    `select hidden_at is not null as hidden, not listed as unlisted,
       (select count(*) = 1 from decisions where product_id = product.id) as decided,
       (select count(*) = 1 from moderation_log where product_id = product.id) as logged
     from products product where id = $1`,
    productId,
  );
  return whole(Object.values(row ?? {}));
}

async function decisionOf(caseId: string, action: string, seller: Person): Promise<Found> {
  const [productId = ""] = seller.listings;
  const [row] = await rows<Record<string, boolean>>(
    `select one.closed_at is not null as closed,
       (select count(*) = 1 from decisions where case_id = one.id and action = $2) as decided,
       (select count(*) = 1 from moderation_log where case_id = one.id and action = $2) as logged
     from cases one where id = $1`,
    caseId,
    action,
  );
  const facts = Object.values(row ?? {});
  const [effect] = await rows<Record<string, boolean>>(
    `select not exists (select from products where id = $1) as removed,
       not exists (select from photos where product_id = $1) as bare,
       exists (select from products where id = $1 and hidden_at is not null and not listed) as hidden,
       exists (select from users where id = $2 and suspended_at is not null) as suspended`,
    productId,
    seller.userId,
  );
  if (effect === undefined) throw new Error("nothing was read");
  if (action === "remove") facts.push(effect["removed"] === true, effect["bare"] === true);
  if (action === "hide") facts.push(effect["hidden"] === true);
  if (action === "suspend") facts.push(effect["suspended"] === true);
  return whole(facts);
}

async function erasureOf({ userId, email }: Person): Promise<Found> {
  const [row] = await rows<Record<string, boolean>>(
    `select not exists (select from users where id = $1) as erased,
       not exists (select from identities where email = $2) as unknown,
       not exists (select from products where seller_id = $1) as listingless,
       not exists (select from photos where owner_id = $1) as bare`,
    userId,
    email,
  );
  return whole(Object.values(row ?? {}));
}

/** Every line of the log has its decision, and every decision its line. */
async function compareLog(): Promise<void> {
  const odd = await rows<{ id: string }>(
    `select entry.id from moderation_log entry where not entry.automatic and not exists (
       select from decisions where action = entry.action and case_id is not distinct from entry.case_id
         and product_id is not distinct from entry.product_id)
     union all
     select decision.id from decisions decision where not exists (
       select from moderation_log where action = decision.action and case_id is not distinct from decision.case_id
         and product_id is not distinct from decision.product_id)`,
  );
  for (const { id } of odd) broken.push(`log and decisions disagree: ${id}`);
}

async function filesOf(userIds: readonly string[]): Promise<string[]> {
  const photos = await rows<{ owner: string; files: string[] }>(
    "select owner_id as owner, files from photos where owner_id = any($1)",
    userIds,
  );
  // AVIF copies may follow; a name is the same for all files of a photo.
  for (const { owner, files } of photos)
    prefixes.set(owner, files[0]?.replace(/-\d+\.\w+$/, "") ?? "");
  return photos.flatMap(({ files }) => files);
}

async function storedFiles(): Promise<string[]> {
  return (await Array.fromAsync(storage.list())).map(({ key }) => key);
}

async function untilGone(files: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const present = new Set(await storedFiles());
    if (!files.some((key) => present.has(key))) return;
    await sleep(100);
  }
  broken.push("files of removed listings are left after a minute");
}

function askToErase(): Promise<void> {
  return db.transaction((transaction) => jobs.enqueue(transaction, "erase-deleted-accounts", {}));
}

/** The job has been taken up, or is done already. */
async function untilErasing(): Promise<void> {
  for (let tries = 0; tries < 6_000; tries++) {
    const waiting = await rows(
      "select from jobs.job where name = 'erase-deleted-accounts' and state in ('created', 'retry')",
    );
    if (waiting.length === 0) return;
    await sleep(5);
  }
  throw new Error("nobody took the job up");
}

/** Waits until the database has rolled back the transactions of a killed process. */
async function untilQuiet(): Promise<void> {
  for (let tries = 0; tries < 1_000; tries++) {
    const open = await rows(
      `select from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid()
         and application_name like 'campus-marketplace%'`,
    );
    if (open.length === 0) return;
    await sleep(10);
  }
  throw new Error("transactions of a killed process live on");
}

async function rows<T = object>(statement: string, ...given: unknown[]): Promise<T[]> {
  return (await db.run(statement, given)).rows as T[];
}
