// Newer migrations and the erasure of accounts delay no request for long on a large database:
// npm run proof -- migrations [--listings 100000] [--from 15] [--accounts 100]
// The schema is brought up to the first release, filled, and then brought up to date one migration at a time, while
// students read and write without a break. The longest wait of any of them counts.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { loadConfig } from "@market/server/config/config";
import { migrate, openDatabase } from "@market/server/db/database";
import { openJobs } from "@market/server/jobs/jobs";
import { startEmbeddedDatabase } from "@market/server/db/postgres/embedded";
import { fillWithListings } from "@market/server/development/demo-bulk";
import { eraseDeletedAccounts } from "@market/server/rights/erase-accounts";
import { conclude } from "../bench/support/verdict.ts";

const { values } = parseArgs({
  options: {
    listings: { type: "string", default: "100000" },
    from: { type: "string", default: "15" },
    accounts: { type: "string", default: "100" },
    longest: { type: "string", default: "1000" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "market-migrations-"));
const log = { info: () => undefined, warn: () => undefined };
const { url, stop } = await startEmbeddedDatabase({ dataDir: folder, log });
const scripts = fileURLToPath(new URL("../server/migrations", import.meta.url));
const versions = readdirSync(scripts)
  .map((name) => name.slice(0, 3))
  .toSorted();
const broken: string[] = [];
const metrics: Record<string, string> = {};

await migrate(url, Number(values.from));
const db = openDatabase(url, () => undefined, { size: 8 });
await fillWithListings({
  db,
  count: Number(values.listings),
  seed: 1,
  log: console.log,
});
await fillTheRest();

/** Students' actions, each as one statement. */
const statements: Record<string, string> = {
  "read a list": "select id, name from products where listed order by id desc limit 24",
  "edit a listing":
    "update products set version = version + 1 where id = (select id from products where random() < 0.001 limit 1)",
  "ask for a contact":
    "insert into reveals (user_id, day, product_id) select user_id, day + 1, product_id from reveals where random() < 0.001 limit 1 on conflict do nothing",
  "save a listing":
    "update saved_products set saved_at = now() where (user_id, product_id) = (select user_id, product_id from saved_products where random() < 0.001 limit 1)",
  "sign in":
    "update sessions set expires_at = expires_at where id = (select id from sessions limit 1)",
  "change a profile":
    "update users set bio = bio where id = (select id from users where random() < 0.01 limit 1)",
};

for (const version of versions.filter((each) => Number(each) > Number(values.from)))
  await measure(version, async () => void (await migrate(url, Number(version))));

const jobs = await openJobs(url, log);
await db.run(
  `update users set deleted_at = now() - interval '8 days'
   where id in (select id from users order by md5(id::text) limit $1)`,
  [Number(values.accounts)],
);
await measure(`erasing ${values.accounts} accounts`, () =>
  eraseDeletedAccounts({
    config: loadConfig({ DATA_DIR: folder }),
    db,
    changes: { announce: () => undefined } as never,
    storage: { remove: async () => undefined } as never,
    lastingKey: Buffer.alloc(32),
  }),
);
await jobs.stop();
await db.close();
await stop();
conclude({ name: "migrations", options: { ...values }, metrics, broken });
rmSync(folder, { recursive: true, force: true });

/** Reads and writes during the migrations, and records the longest waits. */
async function measure(name: string, work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const waits = new Map<string, number>();
  const others = Object.entries(statements).map(async ([what, statement]) => {
    while (!isOver) {
      const began = performance.now();
      await db.run(statement).catch((error: Error) => broken.push(`${name}: ${error.message}`));
      waits.set(what, Math.max(waits.get(what) ?? 0, performance.now() - began));
      await sleep(5);
    }
  });
  await sleep(500);
  waits.clear();
  const began = performance.now();
  await work();
  const took = performance.now() - began;
  isOver = true;
  await Promise.all(others);
  const [what, longest] = [...waits].reduce((one, other) => (other[1] > one[1] ? other : one));
  const late = [...waits].filter(([, wait]) => wait > 200).map(([each]) => each);
  metrics[name] =
    `${Math.round(took)} ms; longest wait ${Math.round(longest)} ms (${what}); over 200 ms: ${late.join(", ") || "none"}`;
  console.log(`${name}: ${metrics[name]}`);
  if (longest > Number(values.longest))
    broken.push(`${name}: ${what} waited ${Math.round(longest)} ms`);
}

/** Sessions, contacts and saved listings of a busy term. */
async function fillTheRest(): Promise<void> {
  await db.run("set statement_timeout = 0");
  const fills = [
    `insert into sessions (id, identity_id, secret_hash, expires_at)
     select gen_random_uuid(), id, sha256(id::text::bytea), now() + interval '30 days' from identities`,
    `insert into saved_products (user_id, product_id)
     select student.id, product.id from (select id, row_number() over () as n from users) student
       join (select id, row_number() over () as n from products) product
         on product.n % (select count(*) from users) = student.n % (select count(*) from users)`,
    `insert into reveals (user_id, day, product_id)
     select saved.user_id, current_date - (n % 90)::int, saved.product_id
     from (select *, row_number() over () as n from saved_products) saved`,
  ];
  for (const fill of fills) await db.run(fill);
  await db.run("vacuum (analyze) sessions, saved_products, reveals");
}
