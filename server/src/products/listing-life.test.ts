import { soldListedDays } from "@market/contract/limits";
import fc from "fast-check";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cycle } from "../../test/listings.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { pauseUnresponsive } from "../deals/outcomes.sql.ts";
import {
  deleteListing,
  hideProduct,
  reinstateStudent,
  restoreProduct,
  suspendStudent,
} from "../moderation/moderation.sql.ts";
import {
  deleteAccount,
  eraseAccount,
  lockPendingDeletion,
  restoreAccount,
} from "../rights/deletion.sql.ts";
import { lockListing, transferListing } from "../handover/handover.sql.ts";
import { bringBackOfStayers } from "./lifetime/leaving.sql.ts";
import { softDeleteProduct, undeleteProduct } from "./lifetime/deleted-listings.sql.ts";
import {
  confirmProduct,
  endReservations,
  expireListings,
  markUnconfirmed,
  releaseProduct,
  reserveProduct,
} from "./lifetime/lifetime.sql.ts";
import type { lifeEvents, sellerEvents } from "./listing-life.ts";
import { selectFilteredProducts } from "../lists/lists.sql.ts";
import { delistSoldProducts, insertProduct, updateProduct, updateSold } from "./products.sql.ts";

let market: TestMarket;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

type Event = keyof typeof lifeEvents | keyof typeof sellerEvents | "delete" | "remove" | "erase";
type Subject = { db: Queries; id: string; sellerId: string };

const input = { ...cycle, price: 3200 } as Parameters<typeof insertProduct>[3];
const everything = { limit: 10 } as Parameters<typeof selectFilteredProducts>[1];
const day = 86_400_000;
const age = (days: number) => sql`now() - make_interval(days => ${days})`;

/** The product's own writes, without the routes that refuse some of them; what the clock does is due. */
const play: Record<Event, (subject: Subject) => Promise<unknown>> = {
  edit: ({ db, id, sellerId }) => updateProduct(db, id, sellerId, input),
  confirm: ({ db, id, sellerId }) => confirmProduct(db, id, sellerId),
  sell: ({ db, id, sellerId }) => updateSold(db, id, sellerId, undefined),
  reserve: ({ db, id, sellerId }) => reserveProduct(db, id, sellerId, new Date(Date.now() + day)),
  release: ({ db, id, sellerId }) => releaseProduct(db, id, sellerId),
  delete: ({ db, id, sellerId }) => softDeleteProduct(db, id, sellerId),
  restore: ({ db, id, sellerId }) => undeleteProduct(db, id, sellerId, 7),
  // A friend who gives it back immediately, so that the history continues with the same student.
  async handOver({ db, id, sellerId }) {
    if (!(await lockListing(db, id, sellerId))?.isOfferable) return;
    await transferListing(db, {
      productId: id,
      giverId: sellerId,
      takerId: sellerId,
      address: "Gate 1",
    });
  },
  async expire({ db, id }) {
    // An edit in the transaction in which it expired has the same time, and so starts no clock.
    await db.query(sql`
      insert into listing_clocks (product_id, alive_at) select id, ${age(100)} from products where id = ${id}
      on conflict (product_id) do update set alive_at = excluded.alive_at`);
    await expireListings(db, age(90));
  },
  async pause({ db, id }) {
    await db.query(sql`
      insert into unanswered_listings (product_id, asked_at) select id, ${age(30)} from products where id = ${id}
      on conflict (product_id) do update set asked_at = excluded.asked_at`);
    await pauseUnresponsive(db);
  },
  async endReservation({ db }) {
    await db.query(sql`
      update products set reserved_until = ${age(1)} where reserved_until is not null`);
    await endReservations(db);
  },
  async stay({ db, id, sellerId }) {
    const leftAt = "2026-05-13T00:00:01+05:30";
    await db.query(sql`
      update products set resting_because = 'left', resting_at = ${leftAt}
      where id = ${id} and resting_at is not null`);
    await bringBackOfStayers(db, { userId: sellerId, leftAt });
  },
  async doubt({ db, id }) {
    await db.query(sql`update listing_clocks set alive_at = ${age(31)} where product_id = ${id}`);
    await markUnconfirmed(db, { productId: id });
  },
  async retire({ db }) {
    await db.query(sql`update products set sold_at = ${age(15)} where sold_at is not null`);
    await delistSoldProducts(db);
  },
  hide: ({ db, id }) => hideProduct(db, id),
  show: ({ db, id }) => restoreProduct(db, id),
  remove: ({ db, id }) => deleteListing(db, id),
  suspend: ({ db, sellerId }) => suspendStudent(db, { userId: sellerId }, undefined),
  reinstate: ({ db, sellerId }) => reinstateStudent(db, { userId: sellerId }),
  leave: ({ db, sellerId }) => deleteAccount(db, sellerId),
  return: ({ db, sellerId }) => restoreAccount(db, sellerId, 30),
  async erase({ db }) {
    const pendingDeletion = await lockPendingDeletion(db, -1);
    if (pendingDeletion) await eraseAccount(db, pendingDeletion);
  },
};

/** The facts; a listing is in the lists while none of them excludes it. */
type Model = Set<
  "expired" | "paused" | "sold" | "retired" | "hidden" | "deleted" | "gone" | "suspended" | "left"
>;
const forget = (model: Model, ...facts: (typeof model extends Set<infer Fact> ? Fact : never)[]) =>
  facts.forEach((fact) => model.delete(fact));

/** What each event changes in the model; a deleted or erased listing ignores the others. */
function follow(model: Model, event: Event): void {
  const is = (fact: Parameters<Model["has"]>[0]) => model.has(fact);
  const here = !is("deleted") && !is("gone");
  const sellers = { suspend: "suspended", leave: "left" } as const;
  if (event === "suspend" || event === "leave") model.add(sellers[event]);
  if (event === "reinstate") model.delete("suspended");
  if (event === "return") model.delete("left");
  if (event === "remove" || (event === "erase" && is("left"))) model.add("gone");
  if (event === "hide") model.add("hidden");
  if (event === "restore" && is("deleted")) forget(model, "deleted", "expired");
  if (event === "show") model.delete("hidden");
  if (!here) return;
  if (event === "delete") model.add("deleted");
  if (event === "edit") model.delete("expired");
  if (event === "confirm") forget(model, "expired", "paused");
  if (event === "handOver" && !is("sold") && !is("hidden")) forget(model, "expired", "paused");
  if (event === "expire" && !is("sold")) model.add("expired");
  if (event === "pause" && !is("sold")) model.add("paused");
  if (event === "stay") model.delete("paused");
  if (event === "retire" && is("sold")) model.add("retired");
  if (event !== "sell") return;
  forget(model, "expired", "paused");
  if (is("sold")) forget(model, "sold", "retired");
  else model.add("sold");
}
const isListed = (model: Model) => [...model].every((fact) => fact === "sold");

/** Plays a history on a new listing of a new student, and compares after each event. */
async function playHistory(db: Queries, history: readonly Event[]): Promise<void> {
  const [id, sellerId] = [newId(), newId()];
  await db.query(sql`
    with identity as (
      insert into identities (id, issuer, subject, email, name)
      values (${sellerId}, 'test', ${sellerId}, ${`${sellerId}@cgu.example`}, 'Asha') returning id
    )
    insert into users (id, identity_id, name, phone, country, course, semester)
    select id, id, 'Asha', '+919876543210', 'India', 'B.Tech', '3rd Semester' from identity`);
  await insertProduct(db, id, sellerId, input);
  const model: Model = new Set();
  for (const [step, event] of history.entries()) {
    await play[event]({ db, id, sellerId });
    follow(model, event);
    const listed = isListed(model);
    const [found] = await db.query(sql`
      select coalesce((select listed from products where id = ${id}), false) as listed,
        exists (select from search_entries where product_id = ${id}) as found`);
    const list = await selectFilteredProducts(db, everything, 10);
    expect(
      { ...found, shown: list.map((product) => product.id) },
      `after ${history.slice(0, step + 1).join(", ")}`,
    ).toEqual({ listed, found: listed, shown: listed ? [id] : [] });
  }
}

/** Each in a transaction that is rolled back, so that none sees another's listing. */
async function expectModel(numRuns: number): Promise<void> {
  const client = await market.parts.db.connect();
  const db: Queries = {
    query: async (statement) => (await client.query(statement)).rows,
    run: (text, values) => client.query(text, values),
  };
  const one = fc.constantFrom(...(Object.keys(play) as Event[]));
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 14 }), async (history) => {
        await client.query("begin");
        try {
          await playHistory(db, history);
        } finally {
          await client.query("rollback");
        }
      }),
      { numRuns },
    );
  } finally {
    client.release();
  }
}

describe("the life of a listing", () => {
  it("R920 whatever happens to a listing and its seller, it is in the lists unless a fact takes it out", () =>
    expectModel(200));

  // In parts, each far below the time limit of a test.
  it.each(Array.from({ length: 20 }, (_, part) => part + 1))(
    "R920 so it is in 10,000 random histories, part %d of 20",
    { tags: "sweep" },
    () => expectModel(500),
  );

  it.each(["suspend", "show"] as const)(
    "R920 a listing that is shown again during its seller's suspension stays out, the %s first",
    async (first) => {
      const { db } = market.parts;
      const { userId: sellerId } = await market.student(`Meera${first}`);
      const id = newId();
      await insertProduct(db, id, sellerId, input);
      await hideProduct(db, id);
      const waits = async () => {
        const [row] = await db.query<{ waiting: number }>(sql`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        return row?.waiting;
      };
      const second = first === "suspend" ? "show" : "suspend";
      let other: Promise<unknown> = Promise.resolve();
      await db.transaction(async (transaction) => {
        await play[first]({ db: transaction, id, sellerId });
        other = db.transaction((later) => play[second]({ db: later, id, sellerId }));
        let isDone = false;
        void other.finally(() => (isDone = true));
        await expect.poll(async () => isDone || (await waits()) === 1).toBe(true);
      });
      await other;
      const [row] = await db.query(sql`select listed, hidden_at from products where id = ${id}`);
      expect(row).toEqual({ listed: false, hidden_at: null });
    },
  );

  it("R921 what the previous release writes obeys the same rule", async () => {
    const { db } = market.parts;
    const { userId: sellerId } = await market.student("Previous");
    const id = newId();
    await insertProduct(db, id, sellerId, input);
    const listed = async (facts: string, wanted: boolean) => {
      await db.run(`update products set ${facts}, listed = ${wanted} where id = $1`, [id]);
      const [row] = await db.query<{ listed: boolean }>(
        sql`select listed from products where id = ${id}`,
      );
      return row?.listed;
    };
    expect(await listed("expired_at = now()", true)).toBe(false);
    expect(await listed("expired_at = null", false)).toBe(true);
    await db.run("update users set suspended_at = now() where id = $1", [sellerId]);
    expect(await listed("version = version", true)).toBe(false);
  });

  it("R920 the database's fortnight of sold listings is the contract's", async () => {
    const { db } = market.parts;
    const { userId: sellerId } = await market.student("Fortnight");
    const id = newId();
    await insertProduct(db, id, sellerId, input);
    const listedWhenSold = async (minutesShort: number) => {
      await db.query(sql`
        update products set sold_at = ${age(soldListedDays)} + make_interval(mins => ${minutesShort})
        where id = ${id}`);
      const [row] = await db.query<{ listed: boolean }>(
        sql`select listed from products where id = ${id}`,
      );
      return row?.listed;
    };
    expect([await listedWhenSold(1), await listedWhenSold(-1)]).toEqual([true, false]);
  });
});
