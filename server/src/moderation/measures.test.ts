import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Change,
  failEach,
  failOnce,
  type Faults,
  insertFaults,
  cuts,
} from "../../test/faults.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let mod: TestStudent;
let reporter: TestStudent;
let faults: Faults;

beforeAll(async () => {
  const plenty = "100000";
  market = await openTestMarket({
    MODERATOR_EMAILS: "mod@cgu.example",
    LIMITS_REPORTS_PER_DAY: plenty,
    LIMITS_REQUESTS_PER_MINUTE: plenty,
  });
  mod = await market.student("Mod");
  reporter = await market.student("Reporter");
  await list(reporter, { name: "The image process is awake" });
  faults = insertFaults(market.parts.storage);
});
afterAll(async () => {
  faults.restore();
  await market.close();
});

const note = "Stolen.";
const post = (path: string, json: object, headers = {}) =>
  mod.call("POST", `/api/moderation/${path}`, { json, headers });

/** A seller of one listing. */
async function sellerOf(name: string) {
  const seller = await market.student(name.replace(" ", "-"));
  return { seller, productId: (await list(seller, { name })).body.product._id as string };
}
async function caseOf(name: string): Promise<string> {
  const { productId } = await sellerOf(name);
  await reporter.call("POST", "/api/reports", { json: { productId, reason: "scam" } });
  const [found] = await market.parts.db.query<{ id: string }>(
    sql`select id from cases where product_id = ${productId}`,
  );
  return found?.id ?? "";
}

/** @param facts what a measure changes, each true afterwards. @returns whether it is done; half of it fails */
async function isWhole(facts: ReturnType<typeof sql>): Promise<boolean> {
  const [row = {}] = await market.parts.db.query<Record<string, boolean>>(facts);
  const [first, ...others] = Object.values(row);
  for (const other of others) expect(other, JSON.stringify(row)).toBe(first);
  return first === true;
}

const measures: Record<string, Change> = {
  suspend: {
    prepare: async (name) => (await sellerOf(name)).seller.userId,
    send: (id, _, headers) => post(`users/${id}/suspend`, { reason: note }, headers),
    isDone: (id) =>
      isWhole(sql`
        select suspended_at is not null as suspended,
          not exists (select from sessions
            where identity_id = student.identity_id and ended_at is null) as "signedOut",
          not exists (select from products where seller_id = student.id and listed) as unlisted,
          exists (select from decisions where user_id = student.id and action = 'suspend') as decided,
          exists (select from moderation_log where user_id = student.id and action = 'suspend') as logged,
          exists (select from notices where user_id = student.id and kind = 'moderation') as notified
        from users student where id = ${id}`),
  },
  hide: {
    prepare: async (name) => (await sellerOf(name)).productId,
    send: (id, _, headers) => post(`products/${id}/hide`, { note }, headers),
    isDone: (id) =>
      isWhole(sql`
        select hidden_at is not null as hidden, not listed as unlisted,
          exists (select from decisions where product_id = product.id) as decided,
          exists (select from moderation_log where product_id = product.id) as logged
        from products product where id = ${id}`),
  },
  "decide to remove": {
    prepare: caseOf,
    send: (id, _, headers) => post(`cases/${id}/decision`, { action: "remove", note }, headers),
    isDone: (id) =>
      isWhole(sql`
        select closed_at is not null as closed,
          exists (select from decisions where case_id = one.id and action = 'remove') as decided,
          exists (select from moderation_log where case_id = one.id and action = 'remove') as logged,
          not exists (select from products where id = one.product_id) as removed,
          not exists (select from photos where product_id = one.product_id) as "withoutPhotos"
        from cases one where id = ${id}`),
  },
};

describe("a moderator's measure of which a call fails", () => {
  it("is done with its decision, log and notice, or not at all, and is done once when it is repeated", async () => {
    for (const measure of Object.values(measures))
      expect(await failOnce(faults, measure, { database: "cut before" }, 8)).toBe(true);
  });

  it.each(Object.entries(measures))(
    "is so whichever it is of %s",
    { tags: "sweep" },
    async (_, measure) => {
      for (const fault of cuts) {
        const calls = await failEach(faults, measure, fault);
        expect(calls).toBeGreaterThan("database" in fault ? 5 : -1);
      }
    },
  );
});
