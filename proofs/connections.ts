// Without a mail server and push, a market connects only to its identity provider and its database:
// npm run proof -- connections                                                              (Linux with strace, as root)
// A production market runs under strace while students do everything that causes connections in other markets, the clock
// moves by months, and every job of a day runs. The trace must show no other connection.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Events, type MutableToken, OAuth2Server } from "oauth2-mock-server";
import { openJobs } from "@market/server/jobs/jobs";
import { type Setup, startProduct } from "../bench/support/product.ts";
import { openBeside } from "../bench/support/students.ts";
import { conclude } from "../bench/support/verdict.ts";
import { formOf } from "./support/seller.ts";

const { values } = parseArgs({ options: { port: { type: "string", default: "3790" } } });

try {
  execFileSync("strace", ["-f", "-o", "/dev/null", "true"], { stdio: "ignore" });
} catch {
  console.error("strace is missing, or may not watch programs here");
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "market-connections-"));
chmodSync(folder, 0o711);
const trace = join(folder, "trace");
const domain = "college.example";
const moderator = `judge@${domain}`;
const provider = new OAuth2Server();
await provider.issuer.keys.generate("RS256");
await provider.start(0, "localhost");
const providerPort = Number(new URL(provider.issuer.url ?? "").port);

const setup: Setup = {
  port: Number(values.port),
  dataDir: join(folder, "data"),
  // strace runs as a grandchild, so that signals reach the product.
  under: ["strace", "-D", "-f", "-qq", "-e", "trace=connect,sendto", "-o", trace],
  environment: {
    PUBLIC_ORIGIN: `http://localhost:${values.port}`,
    OIDC_ISSUER: provider.issuer.url ?? "",
    OIDC_CLIENT_ID: "market",
    OIDC_CLIENT_SECRET: "a secret between the two",
    COLLEGE_EMAIL_SUFFIX: `@${domain}`,
    CONTACT_EMAIL: `help@${domain}`,
    MODERATOR_EMAILS: moderator,
    BACKUP_TO: join(folder, "backups"),
    METRICS_TOKEN: "metrics",
  },
};
mkdirSync(setup.dataDir);
mkdirSync(join(folder, "backups"));

type Student = { cookies: Map<string, string>; token: string };
/** The parts of the product's answers that are used here. */
type Body = {
  token: string;
  product: { _id: string; images: { url: string }[] };
  deals: { id: string }[];
  bundle: { id: string };
  user: { _id: string };
};
const broken: string[] = [];
let calls = 0;
const product = await startProduct(setup);
const origin = `http://localhost:${values.port}`;
const { url, db } = await openBeside(setup);
await liveADay();
await moveClock();
const jobs = await runJobs();
await product.end("SIGTERM");
await db.close();
await provider.stop();
await sleep(500);

const found = readConnections(readFileSync(trace, "utf8"));
if (found.provider === 0) broken.push("the trace does not even show the provider");
for (const line of found.others) broken.push(line);
conclude({
  name: "connections",
  options: values,
  metrics: {
    "calls of students": calls,
    "jobs run by the clock": jobs,
    "connections to the database": found.database,
    "to the identity provider": found.provider,
    "to other accounts": found.others.length,
    "broken promises": broken.length,
  },
  broken,
});
if (broken.length === 0) rmSync(folder, { recursive: true, force: true });

/** Makes every kind of call, so that all outgoing connections are made. */
async function liveADay(): Promise<void> {
  const [asha, rohan, deleted, judge] = [
    await signIn("asha"),
    await signIn("rohan"),
    await signIn("deleted"),
    await signIn("judge"),
  ];
  const made = await Promise.all(
    [asha, asha, asha, deleted].map(async (seller, nth) => {
      const form = await formOf(nth + 10, true);
      return (await ask(seller, "POST", "/api/products/create", form)).product;
    }),
  );
  const [one, two, three] = made as [Body["product"], Body["product"], Body["product"]];
  await ask(rohan, "PUT", "/api/alerts", { q: "thing" });
  const path = (thing: Body["product"], rest = "") => `/api/products/${thing._id}${rest}`;

  await ask(rohan, "PUT", `/api/saved/${one._id}`);
  const cheaper = await formOf(10, false);
  cheaper.set("price", "5");
  await ask(asha, "PUT", path(one), cheaper);
  await ask(rohan, "POST", path(one, "/click"));
  await ask(rohan, "GET", path(one));
  await ask(rohan, "PUT", `/api/outcomes/${one._id}`, { replied: true, bought: true });
  const [deal] = (await ask(asha, "GET", "/api/deals")).deals;
  await ask(asha, "PUT", `/api/deals/${deal?.id}`, { confirmed: true });
  await db.run("update outcomes set contacted_at = contacted_at - interval '1 hour'");
  for (const side of [asha, rohan])
    await ask(side, "PUT", `/api/deals/${deal?.id}/feedback`, { good: true, text: "Quick." });
  const until = new Date(Date.now() + 60_000).toISOString();
  await ask(asha, "PUT", path(two, "/reservation"), { until });
  const leavingOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const things = { productIds: [two._id, three._id], place: "Gate 2", leavingOn };
  const { bundle } = await ask(asha, "POST", "/api/bundles", things);
  await ask(asha, "POST", "/api/ai/generate-description", {
    title: "Desk lamp",
    features: ["Warm light"],
  });
  await ask(rohan, "POST", "/api/reports", { productId: three._id, reason: "scam" });
  await ask(judge, "POST", `/api/moderation/products/${three._id}/hide`, { note: "Stolen" });
  const grievance = { name: "R", email: "ravi@elsewhere.example", subject: "S", details: "D" };
  await ask(undefined, "POST", "/api/grievances", grievance);
  await ask(undefined, "POST", "/api/views", {
    page: "/about",
    referrer: "",
    viewport: "phone",
    language: "en",
  });
  await ask(asha, "DELETE", path(three));
  await ask(rohan, "GET", "/api/users/me/export");
  await ask(deleted, "DELETE", "/api/users/me", { confirm: "DELETE" });

  const { user } = await ask(asha, "GET", "/api/auth/profile");
  const own = [
    "/api/notices",
    "/api/notices/settings",
    `/api/products?seller=${user._id}`,
    `/api/sellers/${user._id}`,
    "/api/products/price-hint?category=Tech+%26+Accessories&q=lamp",
  ];
  for (const address of own) await ask(rohan, "GET", address);
  const pages = [
    "/ /about /login /buy /sell/many /notices /privacy /transparency /sitemap.xml /robots.txt /readyz",
    "/api/products /api/products/filter?q=thing",
    `/item/${one._id} /item/${one._id}/card.jpg /item/${one._id}/poster ${one.images[0]?.url}`,
    `/leaving/${bundle.id} /leaving/${bundle.id}/card.jpg /leaving/${bundle.id}/poster`,
  ].flatMap((line) => line.split(" "));
  for (const address of pages) await ask(undefined, "GET", address);
  await fetch(`${origin}/metrics`, { headers: { authorization: "Bearer metrics" } });
  await ask(judge, "GET", "/api/operations");
  await call(rohan, "POST", "/api/auth/token");
  await call(rohan, "POST", "/api/auth/logout");
}

/** Moves all times months into the past, so that listings expire and old data is deleted. */
async function moveClock(): Promise<void> {
  for (const statement of [
    "update products set reserved_until = now() - interval '1 minute' where reserved_until > now()",
    "update listing_clocks set alive_at = alive_at - interval '91 days'",
    "update users set deleted_at = deleted_at - interval '8 days'",
    "update deleted_listings set deleted_at = deleted_at - interval '8 days'",
    "update notices set created_at = created_at - interval '2 hours'",
    "update cases set due_at = now() - interval '1 hour'",
  ])
    await db.run(statement);
}

/** Runs every job that runs by the clock, and waits for all others. @returns how many ran */
async function runJobs(): Promise<number> {
  const { rows } = await db.run("select name from jobs.schedule");
  const names = (rows as { name: string }[]).map(({ name }) => name);
  const quiet = { info: () => undefined, warn: () => undefined };
  const queue = await openJobs(url, { warn: quiet.warn });
  const [{ now }] = (await db.run("select clock_timestamp()::text as now")).rows as [
    { now: string },
  ];
  for (const name of names)
    await db.transaction((transaction) => queue.enqueue(transaction, name, {}));
  await queue.stop();
  for (let tries = 0; ; tries++) {
    const done = await db.run(
      `select distinct name from jobs.job where state = 'completed' and completed_on > $1 and name = any($2)`,
      [now, names],
    );
    const failed = await db.run("select name from jobs.job where state in ('failed', 'retry')");
    const waiting = await db.run(
      "select name from jobs.job where state in ('created', 'active') and not (name = any($1))",
      [names],
    );
    if (done.rows.length === names.length && waiting.rows.length === 0) break;
    if (failed.rows.length > 0) throw new Error(`failed: ${JSON.stringify(failed.rows)}`);
    if (tries > 300) throw new Error(`not done: ${JSON.stringify(waiting.rows)}`);
    await sleep(1_000);
  }
  if (!names.includes("back-up")) throw new Error("there is no nightly backup");
  return names.length;
}

/** Lists the addresses to which the product and its children connected or sent datagrams. */
function readConnections(text: string) {
  const to = text.split("\n").filter((line) => /sa_family=AF_(UNIX|INET)/.test(line));
  const isDatabase = (line: string) => line.includes("AF_UNIX") && line.includes(".s.PGSQL.");
  const isProvider = (line: string) =>
    line.includes(`htons(${providerPort})`) && /"(127\.0\.0\.1|::1)"/.test(line);
  // A local name service is tried there first.
  const isNames = (line: string) => line.includes("/var/run/nscd/socket");
  return {
    database: to.filter(isDatabase).length,
    provider: to.filter(isProvider).length,
    others: to.filter((line) => !isDatabase(line) && !isProvider(line) && !isNames(line)),
  };
}

/** Signs in through the provider's redirects, as a browser does. */
async function signIn(name: string): Promise<Student> {
  const email = `${name}@${domain}`;
  const claims = { sub: name, email, name, email_verified: true, aud: "market" };
  const become = ({ payload }: MutableToken) => void Object.assign(payload, claims);
  provider.service.on(Events.BeforeTokenSigning, become);
  const student: Student = { cookies: new Map(), token: "" };
  let next: string | null = `${origin}/api/auth/start?mode=redirect&attempt=try-1`;
  while (next !== null && new URL(next).pathname !== "/") {
    const answer: Response = await fetch(next, {
      redirect: "manual",
      headers: next.startsWith(origin) ? { cookie: cookiesOf(student) } : {},
    });
    await answer.arrayBuffer();
    keepCookies(student, answer);
    const location: string | null = answer.headers.get("location");
    next = location === null ? null : new URL(location, next).href;
  }
  provider.service.off(Events.BeforeTokenSigning, become);
  student.token = (await call(student, "POST", "/api/auth/token")).token;
  await ask(student, "POST", "/api/auth/google-register", {
    phone: "+919876543210",
    country: "India",
    course: "B.Tech",
    semester: "3rd Semester",
  });
  return student;
}

function cookiesOf({ cookies }: Student): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

function keepCookies({ cookies }: Student, answer: Response): void {
  for (const line of answer.headers.getSetCookie()) {
    const [name = "", value = ""] = line.split("; ")[0]?.split(/=(.*)/s) ?? [];
    cookies.set(name, value);
  }
}

/** Requests with the cookies of a page of the product. */
async function call(student: Student, method: string, path: string): Promise<Body> {
  const answer = await fetch(origin + path, {
    method,
    headers: {
      cookie: cookiesOf(student),
      "x-requested-with": "campus-marketplace",
      "sec-fetch-site": "same-origin",
    },
  });
  return read(answer, path);
}

async function ask(
  student: Student | undefined,
  method: string,
  path: string,
  body?: object,
): Promise<Body> {
  const isForm = body instanceof FormData;
  const answer = await fetch(origin + path, {
    method,
    headers: {
      ...(student && { authorization: `Bearer ${student.token}` }),
      ...(body && !isForm && { "content-type": "application/json" }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  return read(answer, `${method} ${path}`);
}

async function read(answer: Response, what: string): Promise<Body> {
  calls++;
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${what}: ${answer.status} ${text.slice(0, 200)}`);
  const isJson = answer.headers.get("content-type")?.includes("json");
  return (isJson && text !== "" ? JSON.parse(text) : {}) as Body;
}
