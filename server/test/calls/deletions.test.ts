import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/db/database.ts";
import { useAllowance } from "../../src/db/allowances.sql.ts";
import type { Queries } from "../../src/db/database.ts";
import { softDeleteProduct } from "../../src/products/lifetime/deleted-listings.sql.ts";
import type { TestResponse } from "../client.ts";
import { createTestDatabase } from "../database.ts";
import { cycle, formOf, list } from "../listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../market.ts";

let market: TestMarket;
let seller: TestStudent;
let buyer: TestStudent;
let lines: string[] = [];

beforeAll(async () => {
  const plenty = "1000";
  market = await openTestMarket(
    {
      LOG_LEVEL: "error",
      LIMITS_NEW_LISTINGS_PER_DAY: plenty,
      LIMITS_ACTIVE_LISTINGS: plenty,
      LIMITS_CONTACTS_PER_DAY: plenty,
      LIMITS_CONTACTS_PER_MINUTE: plenty,
      LIMITS_REQUESTS_PER_MINUTE: "100000",
    },
    { write: (line: string) => void lines.push(line) },
  );
  seller = await market.student("Seller");
  buyer = await market.student("Buyer");
});
afterAll(() => market.close());
beforeEach(() => {
  lines = [];
});

const listing = async (): Promise<string> => (await list(seller)).body.product._id;
const outcomeOf = ({ status, body }: TestResponse) =>
  status < 400 ? `${status}` : `${status} ${body.code}`;

async function count(query: ReturnType<typeof sql>): Promise<number> {
  const [row] = await market.parts.db.query<{ count: number }>(query);
  return row?.count ?? -1;
}

/** Sends requests that read what a transaction has deleted and not committed yet, then commits it. */
async function meeting(
  remove: (transaction: Queries) => Promise<unknown>,
  requests: Record<string, () => Promise<TestResponse>>,
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  let sent: Promise<unknown> | undefined;
  await market.parts.db.transaction(async (transaction) => {
    await remove(transaction);
    let open = Object.keys(requests).length;
    sent = Promise.all(
      Object.entries(requests).map(async ([name, send]) => {
        answers[name] = outcomeOf(await send());
        open--;
      }),
    );
    const isWaiting = sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await count(isWaiting)) - open).toBe(0);
  });
  await sent;
  return answers;
}

describe("R881 requests that meet the deletion of their listing", () => {
  it("are answered as for one that is not there, and leave nothing behind", async () => {
    const productId = await listing();
    const id = `/api/products/${productId}`;
    expect(
      await meeting((transaction) => softDeleteProduct(transaction, productId, seller.userId), {
        contact: () => buyer.get(id),
        save: () => buyer.call("PUT", `/api/saved/${productId}`),
        click: () => buyer.call("POST", `${id}/click`),
        visit: () => market.stranger.call("POST", `${id}/click`),
      }),
    ).toEqual({
      contact: "404 product-not-found",
      save: "404 product-not-found",
      click: "204",
      visit: "204",
    });
    expect(lines).toEqual([]);
    expect(await count(sql`select count(*)::int as count from reveals`)).toBe(0);
    expect(await count(sql`select count(*)::int as count from outcomes`)).toBe(0);
    expect(
      await count(
        sql`select count(*)::int as count from allowances where user_id = ${buyer.userId}`,
      ),
    ).toBe(0);
  });

  it("report what is there, or nothing", async () => {
    const productId = await listing();
    const json = { productId, reason: "scam" };
    expect(
      await meeting(
        async (transaction) => {
          // The report waits for this after it has found the listing.
          await useAllowance(transaction, buyer.userId, "reports", 100);
          await softDeleteProduct(transaction, productId, seller.userId);
        },
        { report: () => buyer.call("POST", "/api/reports", { json }) },
      ),
    ).toEqual({ report: "404 product-not-found" });
    expect(lines).toEqual([]);
    expect(await count(sql`select count(*)::int as count from cases`)).toBe(0);
  });

  it("are answered so too when they are the seller's", async () => {
    const productId = await listing();
    const id = `/api/products/${productId}`;
    const form = await formOf(cycle, []);
    const leavingOn = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const bundle = { productIds: [productId], place: "Gate 2", leavingOn };
    const gone = "404 product-not-found";
    expect(
      await meeting((transaction) => softDeleteProduct(transaction, productId, seller.userId), {
        edit: () => seller.call("PUT", id, { form }),
        reservation: () => seller.call("PUT", `${id}/reservation`, { json: { until } }),
        renewal: () => seller.call("POST", `${id}/renew`),
        sale: () => seller.call("PUT", `${id}/toggle-sold`, { json: { isSold: true } }),
        bundle: () => seller.call("POST", "/api/bundles", { json: bundle }),
        deletion: () => seller.call("DELETE", id),
      }),
    ).toEqual({
      edit: gone,
      reservation: gone,
      renewal: gone,
      sale: gone,
      bundle: gone,
      deletion: gone,
    });
    expect(lines).toEqual([]);
  });

  it("keep what a buyer says of a contact", async () => {
    const productId = await listing();
    expect((await buyer.get(`/api/products/${productId}`)).status).toBe(200);
    expect(
      await meeting((transaction) => softDeleteProduct(transaction, productId, seller.userId), {
        outcome: () => buyer.call("PUT", `/api/outcomes/${productId}`, { json: { bought: true } }),
      }),
    ).toEqual({ outcome: "200" });
    expect(lines).toEqual([]);
    expect(
      await count(
        sql`select count(*)::int as count from outcomes where product_id = ${productId} and bought = 'yes'`,
      ),
    ).toBe(1);
  });

  it("can be concurrent: each contact is counted and answered, or neither", async () => {
    const buyers = await Promise.all(
      ["Asha", "Rohan", "Meera"].map((name) => market.student(name)),
    );
    let refused = 0;
    for (let round = 0; round < 12; round++) {
      const productId = await listing();
      const id = `/api/products/${productId}`;
      const [deletion, ...contacts] = await Promise.all([
        seller.call("DELETE", id),
        ...buyers.map((each) => each.get(id)),
      ]);
      expect(deletion.status).toBe(200);
      const answers = contacts.map(outcomeOf);
      for (const answer of answers) expect(["200", "404 product-not-found"]).toContain(answer);
      const answered = answers.filter((answer) => answer === "200").length;
      refused += answers.length - answered;
      expect(
        await count(
          sql`select count(*)::int as count from reveals where product_id = ${productId}`,
        ),
      ).toBe(answered);
    }
    expect(lines).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  });
});

describe("R881 requests that meet the erasure of an account", () => {
  const erase = (student: TestStudent) => (transaction: Queries) =>
    transaction.query(sql`
      delete from identities where id = (select identity_id from users where id = ${student.userId})`);

  it("do not find that student", async () => {
    const deleted = await market.student("Deleted");
    const productId = (await list(deleted)).body.product._id;
    expect(
      await meeting(erase(deleted), {
        block: () => buyer.call("PUT", `/api/blocks/${deleted.userId}`),
        report: () =>
          buyer.call("POST", "/api/reports", { json: { userId: deleted.userId, reason: "scam" } }),
        contact: () => market.stranger.call("POST", `/api/products/${productId}/click`),
      }),
    ).toEqual({ block: "404 user-not-found", report: "404 user-not-found", contact: "204" });
    expect(lines).toEqual([]);
  });

  it("are signed out when it is their own", async () => {
    const deleted = await market.student("Own-deleted");
    const productId = await listing();
    const out = "401 invalid-token";
    expect(
      await meeting(erase(deleted), {
        save: () => deleted.call("PUT", `/api/saved/${productId}`),
        block: () => deleted.call("PUT", `/api/blocks/${seller.userId}`),
        alert: () => deleted.call("PUT", "/api/alerts", { json: { q: "cycle" } }),
        consent: () =>
          deleted.call("POST", "/api/users/me/consents", {
            json: { version: "2027-01", adult: true },
          }),
        settings: () =>
          deleted.call("PUT", "/api/notices/settings", { json: { contacted: false } }),
      }),
    ).toEqual({ save: out, block: out, alert: out, consent: out, settings: out });
    expect(lines).toEqual([]);
  });
});

it("R881 two transactions that lock the same rows in opposite order both succeed", async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.url, () => {});
  await db.run("create table counters (id int primary key, count int not null)");
  await db.run("insert into counters values (1, 0), (2, 0)");
  const { promise: both, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const add = (first: number, second: number) =>
    db.transaction(async (transaction) => {
      await transaction.query(sql`update counters set count = count + 1 where id = ${first}`);
      if (++runs === 2) resolve();
      await both;
      await transaction.query(sql`update counters set count = count + 1 where id = ${second}`);
    });
  await Promise.all([add(1, 2), add(2, 1)]);
  expect(await db.query(sql`select count from counters`)).toEqual([{ count: 2 }, { count: 2 }]);
  await db.close();
  await database.drop();
});
