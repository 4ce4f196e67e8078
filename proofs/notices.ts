// Each notice is created once and mailed once, whenever the two processes are killed:
// npm run proof -- notices [--rounds 50] [--seed 1]
// In every round both processes are killed twice: while students contact, buy, confirm, reduce prices and list items that
// match alerts, moderators hide listings and reservations end; and while digests are sent to a real mail server. Afterwards
// the notices are compared with the tables, and the mails with the notices.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  categories,
  conditions,
  locationTypes,
  priceBands,
  priceRanges,
} from "@market/contract/products/product";
import { openJobs } from "@market/server/jobs/jobs";
import { startEmbeddedDatabase } from "@market/server/db/postgres/embedded";
import { issueDevelopmentToken } from "@market/server/development/token";
import { startMailServer } from "@market/server/test/services/mail-server";
import { type Product, type Setup, startProduct } from "../bench/support/product.ts";
import { generator } from "../bench/support/statistics.ts";
import { openBeside, registerStudents } from "../bench/support/students.ts";
import { conclude } from "../bench/support/verdict.ts";
import { formOf } from "./support/seller.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "50" },
    sellers: { type: "string", default: "3" },
    buyers: { type: "string", default: "6" },
    port: { type: "string", default: "3780" },
    seed: { type: "string", default: "1" },
  },
});
const random = generator(Number(values.seed));
const folder = mkdtempSync(join(tmpdir(), "market-notices-"));
const moderator = "moderator@cgu.example";
/** Alerts of each buyer, who may have 20. */
const mostAlerts = 15;

const log = { info: () => undefined, warn: () => undefined };
const mailServer = await startMailServer();
// Kills happen between mails and during one.
mailServer.judge = () => sleep(random() * 60);
const database = await startEmbeddedDatabase({ dataDir: join(folder, "database"), log });
const dataDir = join(folder, "data");
mkdirSync(dataDir);
const setups = [0, 2].map((offset): Setup => ({
  port: Number(values.port) + offset,
  dataDir,
  environment: {
    DATABASE_URL: database.url,
    DATABASE_SESSION_URL: database.url,
    // Each process accepts the other's tokens.
    DEVELOPMENT_PROVIDER_PORT: String(Number(values.port) + 4 + offset),
    PUBLIC_ORIGIN: `http://127.0.0.1:${values.port}`,
    MODERATOR_EMAILS: moderator,
    SMTP_URL: mailServer.url,
    MAIL_FROM: "market@cgu.example",
    LIMITS_CONTACTS_PER_DAY: "100000",
    LIMITS_CONTACTS_PER_MINUTE: "100000",
  },
}));
const [setup] = setups as [Setup];

/** Expected notices by the tables' rows, one for each student; $1 are the buyers, $2 what was reserved. */
const happened = `
  select seller_id as student, case when count(*) = 1 then '1 student' else count(*) || ' students' end
    || ' asked for your number: ' || name as text
  from reveals join products on products.id = product_id group by seller_id, day, product_id, name
  union all
  select seller_id, 'Sold to ' || split_part(buyer.name, ' ', 1) || '? ' || deal.name
  from deals deal join users buyer on buyer.id = buyer_id
  union all
  select side.student, side.text
  from deals deal join users buyer on buyer.id = buyer_id join users seller on seller.id = seller_id
    cross join lateral (values
      (seller_id, 'Deal with ' || split_part(buyer.name, ' ', 1) || ': ' || deal.name),
      (buyer_id, split_part(seller.name, ' ', 1) || ' confirmed the deal: ' || deal.name)) side (student, text)
  where confirmed_at is not null
  union all
  select user_id, '“' || name || '” now costs ₹1, was ₹' || substr(name, 7) || '.'
  from saved_products join products on products.id = product_id where products.price_paise = 100
  union all
  select buyer, 'New for “harmonium”: ' || name || ', ₹' || to_char(price_paise / 100, 'FM9,999')
  from products cross join unnest($1::uuid[]) buyer where name like 'Harmonium %'
  union all
  select seller_id, 'Your listing is hidden: ' || name from products where hidden_at is not null
  union all
  select seller_id, 'The reservation for “' || name || '” has ended. Did it sell?' from products where id = any($2::uuid[])`;

type Thing = { id: string; number: number };
type Call = { method: string; path: string; json?: object; form?: FormData };
type Act = "contacted" | "bought" | "confirmed" | "cheaper" | "listed" | "hidden";
/** The listings of acknowledged actions, which must have taken effect. */
const acknowledged: Record<Act, string[]> = {
  contacted: [],
  bought: [],
  confirmed: [],
  cheaper: [],
  listed: [],
  hidden: [],
};
const broken: string[] = [];
let unanswered = 0;
let kills = 0;
let things = 0;
const reserved: string[] = [];

console.log(`seed ${values.seed}, in ${folder}`);
const { url, stop: stopDatabase } = database;
let products = await startAll();
const { config, db } = await openBeside(setup);
const jobs = await openJobs(url, log);
const [many, few] = [Number(values.buyers), Number(values.sellers)];
const buyers = await registerStudents(setup, originOf(0), many);
const sellers = await registerStudents(setup, originOf(0), few, many + 1);
const judge = await issueDevelopmentToken({ config, db, email: moderator });

for (let round = 1; round <= Number(values.rounds); round++) {
  await actAndKill(round);
  await mailAndKill();
  if (round % 5 === 0)
    console.log(`${round} rounds, ${mailServer.mails.length} mails, ${broken.length} broken`);
}
await untilQuiet();
await checkAcknowledged();
const notices = await compareNotices();
const mails = await compareMails();
for (const product of products) await product.end("SIGTERM");
await jobs.stop();
await db.close();
await stopDatabase();
await mailServer.close();
conclude({
  name: "notices",
  options: { ...values },
  metrics: {
    "processes killed": kills,
    ...Object.fromEntries(
      Object.entries(acknowledged).map(([act, of]) => [`acknowledged: ${act}`, of.length]),
    ),
    "not answered": unanswered,
    ...notices,
    ...mails,
    "broken promises": broken.length,
  },
  broken,
});
if (broken.length === 0) rmSync(folder, { recursive: true, force: true });

/** Causes notices of every kind at both processes, until both are killed. */
async function actAndKill(round: number): Promise<void> {
  const seller = sellers[round % few] ?? "";
  const [contacted, cheaper, hidden, promise] = [
    await list(seller),
    await list(seller),
    await list(seller),
    await list(seller),
  ];
  const { price, ...filters } = wantedIn(round);
  for (const buyer of buyers) {
    await must(buyer, { method: "PUT", path: `/api/saved/${cheaper.id}` });
    await wait(buyer, filters);
  }
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const path = `/api/products/${promise.id}/reservation`;
  await must(seller, { method: "PUT", path, json: { until } });
  reserved.push(promise.id);

  const [buyer = "", ...others] = buyers;
  const lower = await formOf(cheaper.number, false);
  lower.set("price", "1");
  const wanted = await formOf(++things, true);
  const { category, condition, locationType } = filters;
  const name = `Harmonium ${things}`;
  for (const [field, value] of Object.entries({ name, price, category, condition, locationType }))
    wanted.set(field, value);
  const one = (id: string) => `/api/products/${id}`;
  const hide = `/api/moderation/products/${hidden.id}/hide`;
  const note = `Thing ${hidden.number}`;
  const acts = [
    () => buy(buyer, seller, contacted),
    ...others.map(
      (each) => () => tell("contacted", each, { method: "GET", path: one(contacted.id) }),
    ),
    () => tell("cheaper", seller, { method: "PUT", path: one(cheaper.id), form: lower }),
    () => tell("listed", seller, { method: "POST", path: one("create"), form: wanted }),
    () => tell("hidden", judge, { method: "POST", path: hide, json: { note } }, hidden.id),
  ];
  const acting = acts.map(async (act) => {
    await sleep(random() * 400);
    await act();
  });
  await sleep(200 + random() * 1_500);
  await killAll();
  await Promise.all(acting);
}

/** Makes a contact and a deal that both sides confirm. */
async function buy(buyer: string, seller: string, { id }: Thing): Promise<void> {
  if (!(await tell("contacted", buyer, { method: "GET", path: `/api/products/${id}` }))) return;
  const bought = { method: "PUT", path: `/api/outcomes/${id}`, json: { bought: true } };
  if (!(await tell("bought", buyer, bought, id))) return;
  const [deal] = await rows<{ id: string }>("select id from deals where product_id = $1", id);
  const path = `/api/deals/${deal?.id}`;
  await tell("confirmed", seller, { method: "PUT", path, json: { confirmed: true } }, id);
}

/** The clock moves on while nothing runs; due jobs start at both processes concurrently, until both are killed. */
async function mailAndKill(): Promise<void> {
  await moveClock();
  const before = mailServer.named.length;
  products = await startAll();
  for (let tries = 0; tries < 200 && mailServer.named.length === before; tries++) await sleep(10);
  await sleep(random() * 1_000);
  await killAll();
  products = await startAll();
}

/** Reservations are over, notices are an hour old, the last digest was yesterday, and jobs of the dead count as failed. */
async function moveClock(): Promise<void> {
  await rows(
    `update products set reserved_until = now() - interval '1 second'
     where id = any($1) and reserved_until > now()`,
    reserved,
  );
  await rows(
    `update notices set created_at = created_at - interval '61 minutes'
     where mailed_at is null and created_at > now() - interval '1 hour'`,
  );
  await rows("update notice_mails set digest_at = digest_at - interval '25 hours'");
  await rows(
    "update jobs.job set started_on = started_on - interval '1 hour' where state = 'active'",
  );
  for (let times = 0; times < 2; times++)
    await db.transaction((transaction) => jobs.enqueue(transaction, "mail-notices", {}));
}

/** Nothing is left to do, although the clock has moved again. */
async function untilQuiet(): Promise<void> {
  await moveClock();
  for (let quiet = 0, tries = 0; quiet < 5; tries++) {
    if (tries > 400) throw new Error("jobs or mails are left after minutes");
    await sleep(1_000);
    const [left] = await rows<{ count: number }>(
      `select (select count(*) from jobs.job where state in ('created', 'retry', 'active')
           and name in ('match-alerts', 'mail-notices', 'mail') and start_after < now() + interval '1 minute')
         + (select count(*) from outbox where state = 'waiting')
         + (select count(*) from notices where mailed_at is null and read_at is null)
         + (select count(*) from products where reserved_until is not null) as count`,
    );
    quiet = Number(left?.count) === 0 ? quiet + 1 : 0;
    // New notices become old enough to be mailed.
    if (quiet === 0 && tries % 20 === 19) await moveClock();
  }
}

async function checkAcknowledged(): Promise<void> {
  const truth: Record<Act, string> = {
    contacted: "select product_id::text as id from reveals",
    bought: "select product_id::text as id from deals",
    confirmed: "select product_id::text as id from deals where confirmed_at is not null",
    cheaper: "select id::text from products where price_paise = 100",
    listed: "select id::text from products",
    hidden: "select id::text from products where hidden_at is not null",
  };
  for (const [act, ids] of Object.entries(acknowledged)) {
    const found = Map.groupBy(await rows<{ id: string }>(truth[act as Act]), ({ id }) => id);
    for (const [id, times] of Map.groupBy(ids, (each) => each))
      if ((found.get(id)?.length ?? 0) < times.length) broken.push(`lost: ${act} ${id}`);
  }
}

type Said = { student: string; text: string };
function keyOf({ student, text }: Said): string {
  return `${student} ${text.replace(" Did everything go well? Your answer is final.", "").replace(/\.$/, "")}`;
}

async function compareNotices() {
  const ids = await rows<{ id: string }>(
    `select users.id from users join identities on identities.id = identity_id where email = any($1)`,
    Array.from(buyers, (_, nth) => `student${nth + 1}@cgu.example`),
  );
  const due = (
    await rows<Said>(
      happened,
      ids.map(({ id }) => id),
      reserved,
    )
  ).map(keyOf);
  const found = (await rows<Said>("select user_id as student, text from notices")).map(keyOf);
  const both = new Set([...due, ...found]);
  const count = (keys: readonly string[]) => Map.groupBy(keys, (key) => key);
  const [wanted, there] = [count(due), count(found)];
  for (const key of both) {
    const [should, does] = [wanted.get(key)?.length ?? 0, there.get(key)?.length ?? 0];
    if (should !== does) broken.push(`${does} notices instead of ${should}: ${key}`);
  }
  return { notices: found.length };
}

/** Lines of all mails to a student, each mail once: one that is sent again has the same name, and is shown once. */
async function compareMails() {
  const mails = Map.groupBy(mailServer.mails, ({ id }) => id);
  const again = [...mails.values()].filter((copies) => copies.length > 1);
  for (const [first, ...copies] of again)
    if (copies.some(({ text }) => text !== first?.text))
      broken.push(`two mails with one name: ${first?.id}`);
  const lines = [...mails.values()].flatMap(([mail]) =>
    [...(mail?.text.matchAll(/^- (.+)$/gm) ?? [])].map(([, text]) => `${mail?.to} ${plain(text)}`),
  );
  const sent = Map.groupBy(lines, (line) => line);
  const notices = await rows<{ email: string; text: string; isMailed: boolean }>(
    `select email, text, mailed_at is not null as "isMailed" from notices join users on users.id = user_id join identities on identities.id = identity_id`,
  );
  // A notice that is read within its hour is not mailed.
  for (const { email, text, isMailed } of notices) {
    const times = sent.get(`${email} ${plain(text)}`)?.length ?? 0;
    if (times !== Number(isMailed)) broken.push(`mailed ${times} times: ${email} ${text}`);
  }
  const mailed = notices.filter(({ isMailed }) => isMailed).length;
  if (lines.length !== mailed) broken.push(`${lines.length} lines of mails for ${mailed} notices`);
  const [refused] = await rows<{ count: number }>(
    "select count(*)::int as count from outbox where state <> 'sent'",
  );
  if (refused?.count) broken.push(`${refused.count} mails were not sent`);
  return {
    "of these mailed": mailed,
    mails: mails.size,
    "of these sent again under the same Message-ID": again.length,
  };
}

/** Removes the number of buyers from a line, because a mail has the number until then. */
function plain(text = ""): string {
  return text.replace(/^\d+ students? asked/, "asked");
}

/** Replaces an old alert by one that matches a listing of this round. */
async function wait(buyer: string, filters: object): Promise<void> {
  const held = (await must(buyer, { method: "GET", path: "/api/alerts" })) as {
    alerts: { id: string }[];
  };
  const oldest = held.alerts.at(-1);
  if (held.alerts.length >= mostAlerts && oldest)
    await must(buyer, { method: "DELETE", path: `/api/alerts/${oldest.id}` });
  await must(buyer, { method: "PUT", path: "/api/alerts", json: { q: "harmonium", ...filters } });
}

/** Another combination in each round. */
function wantedIn(round: number) {
  const among = <T>(list: readonly T[], over: number): T =>
    list[Math.floor(round / over) % list.length] as T;
  const others = categories.filter((category) => category !== "Mobility & Transport");
  const priceRange = among(priceRanges, 1);
  return {
    priceRange,
    price: String(priceBands[priceRange].least + 30),
    category: among(others, 5),
    condition: among(conditions, 25),
    locationType: among(locationTypes, 100),
  };
}

async function list(seller: string): Promise<Thing> {
  const number = ++things;
  const form = await formOf(number, true);
  const { product } = (await must(seller, {
    method: "POST",
    path: "/api/products/create",
    form,
  })) as { product: { _id: string } };
  return { id: product._id, number };
}

function startAll(): Promise<Product[]> {
  return Promise.all(setups.map(startProduct));
}

/** One after the other, at most half a second apart. */
async function killAll(): Promise<void> {
  const [first, last] = random() < 0.5 ? products : products.toReversed();
  await first?.end("SIGKILL");
  await sleep(random() * 500);
  await last?.end("SIGKILL");
  kills += 2;
}

function originOf(nth: number): string {
  return products[nth % products.length]?.origin ?? "";
}

/** Makes a request, whose effect is checked later if it was acknowledged. @returns whether it was */
async function tell(act: Act, token: string, call: Call, id?: string): Promise<boolean> {
  const answer = await ask(Math.floor(random() * 2), token, call);
  if (answer === undefined || answer.status === 503) unanswered++;
  else if (answer.status >= 300) broken.push(`${act}: ${answer.status}`);
  if (answer === undefined || answer.status >= 300) return false;
  const { product } = answer.body as { product?: { _id: string } };
  acknowledged[act].push(id ?? product?._id ?? call.path.split("/").at(-1) ?? "");
  return true;
}

async function must(token: string, call: Call): Promise<object> {
  const answer = await ask(0, token, call);
  if (answer === undefined || answer.status >= 300)
    throw new Error(`${call.method} ${call.path}: ${answer?.status}`);
  return answer.body;
}

async function ask(nth: number, token: string, { method, path, json, form }: Call) {
  try {
    const answer = await fetch(originOf(nth) + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(json && { "content-type": "application/json" }),
      },
      ...((json || form) && { body: json ? JSON.stringify(json) : (form ?? null) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === "" ? {} : JSON.parse(text)) as object };
  } catch {
    return undefined;
  }
}

async function rows<T = object>(statement: string, ...given: unknown[]): Promise<T[]> {
  return (await db.run(statement, given)).rows as T[];
}
