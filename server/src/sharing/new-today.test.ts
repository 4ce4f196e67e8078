import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { runCli } from "../../test/run-cli.ts";
import { recurringJobs } from "../operations/recurring.ts";

let market: TestMarket;
let mod: TestStudent;
let silent: TestStudent;
let seller: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({
    MODERATOR_EMAILS: "mod@cgu.example,silent@cgu.example,stranger@cgu.example",
  });
  mod = await market.student("Mod");
  silent = await market.student("Silent");
  await market.student("Stranger", { registered: false });
  seller = await market.student("Seller");
});
afterAll(() => market.close());

const tell = () =>
  recurringJobs(market.parts)
    .find(({ name }) => name === "tell-of-new-today")
    ?.work({} as never);
const told = async (who: TestStudent) =>
  (await who.get("/api/notices")).body.notices.filter(
    ({ kind }: { kind: string }) => kind === "new-today",
  );

it("R1185 R1186 moderators are told once a day of at least five new items, and of none that is sold or hidden", async () => {
  await silent.call("PUT", "/api/notices/settings", { json: { "new-today": false } });
  const ids = [];
  for (let nth = 0; nth < 6; nth += 1) ids.push((await list(seller)).body.product._id);
  const { db } = market.parts;
  await db.query(sql`update products set sold_at = now() where id = ${ids[0]}`);
  await db.query(sql`update products set hidden_at = now() where id = ${ids[1]}`);
  await tell();
  expect(await told(mod)).toEqual([]);
  await db.query(sql`update products set hidden_at = null where id = ${ids[1]}`);
  await tell();
  const notices = await told(mod);
  expect(notices).toMatchObject([
    {
      text: "5 new items today. Share them in your groups",
      actions: [{ label: "Open", method: "GET", path: "/new" }],
    },
  ]);
  for (const who of [silent, seller]) expect(await told(who)).toEqual([]);
  await list(seller);
  await tell();
  expect(await told(mod)).toEqual(notices);
});

it("R1186 of the campus's day only; the kind is a moderator's to turn off, and nobody else's", async () => {
  const { db } = market.parts;
  await db.query(sql`delete from notices`);
  await db.query(sql`
    update products set created_at = (now() at time zone 'Asia/Kolkata')::date::timestamp at time zone 'Asia/Kolkata' - interval '1 second'`);
  await tell();
  expect(await told(mod)).toEqual([]);
  const settings = async (who: TestStudent) =>
    (await who.get("/api/notices/settings")).body.settings;
  expect(await settings(mod)).toMatchObject({ "new-today": true });
  expect(await settings(silent)).toMatchObject({ "new-today": false });
  expect(await settings(seller)).not.toHaveProperty("new-today");
  const change = { json: { "new-today": false } };
  expect((await seller.call("PUT", "/api/notices/settings", change)).status).toBe(422);
});

it("R1186 market new-today does the same by hand", async () => {
  const { db, config } = market.parts;
  await db.query(sql`update products set created_at = now(), sold_at = null`);
  const settings = {
    DATA_DIR: config.DATA_DIR,
    DATABASE_URL: config.DATABASE_URL ?? "",
    MODERATOR_EMAILS: config.MODERATOR_EMAILS.join(","),
  };
  const { code, text } = await runCli(settings, "new-today");
  expect([code, text]).toEqual([
    0,
    "7 new items today. Registered moderators: 2. Each is notified once a day, unless they have turned it off.",
  ]);
  expect(await told(mod)).toHaveLength(1);
});
