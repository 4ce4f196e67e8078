import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cycle, list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import { createProcesses, ready, type Started } from "../../test/process.ts";

/** Prepares and looks; the process that is killed is another one on the same database. */
let market: TestMarket;
const processes = createProcesses();
const origin = { PUBLIC_ORIGIN: "http://localhost:3915", TRIAL_OPEN: "on" };

beforeAll(async () => {
  market = await openTestMarket(origin);
});
afterAll(async () => {
  await processes.stopAll();
  await market.close();
});

async function startMarket(): Promise<Started> {
  const { DATABASE_URL, DATABASE_SESSION_URL, DATABASE_OWNER_URL, DATA_DIR } = market.parts.config;
  const started = await processes.start({
    ...origin,
    DATABASE_URL: DATABASE_URL ?? "",
    DATABASE_SESSION_URL: DATABASE_SESSION_URL ?? "",
    DATABASE_OWNER_URL: DATABASE_OWNER_URL ?? "",
    DATABASE_TIMEOUT_SECONDS: "120",
    DATA_DIR,
    DEMO_DATA: "off",
  });
  await ready(started);
  return started;
}
async function kill({ child, exit }: Started): Promise<void> {
  child.kill("SIGKILL");
  await exit;
}

let pairs = 0;
async function offer() {
  pairs += 1;
  const giver = await market.student(`Giver${pairs}`);
  const friend = await market.student(`Friend${pairs}`);
  const productId = (await list(giver)).body.product._id as string;
  const json = { email: `friend${pairs}@cgu.example` };
  const { body } = await giver.call("POST", `/api/products/${productId}/handover`, { json });
  const id = body.handover.id as string;
  const headers = {
    authorization: `Bearer ${friend.token}`,
    "content-type": "application/json",
    "idempotency-key": `accept-${pairs}`,
  };
  const accept = ({ port }: Started) =>
    fetch(`http://127.0.0.1:${port}/api/handovers/${id}`, {
      method: "POST",
      headers,
      body: JSON.stringify({ accept: true, address: "Hostel 7" }),
    }).then(
      ({ status }) => status,
      () => "no answer",
    );
  /** Whether all of it is done, or nothing. */
  async function isDone(): Promise<boolean> {
    const [row] = await market.parts.db.query<{ seller: string; owner: string; at: string }>(sql`
      select product.seller_id as seller, photo.owner_id as owner, product.address as at
      from products product join photos photo on photo.product_id = product.id where product.id = ${productId}`);
    const [{ state }] = (await friend.get("/api/handovers")).body.received;
    const done = state === "accepted";
    const seller = done ? friend.userId : giver.userId;
    expect(row).toEqual({ seller, owner: seller, at: done ? "Hostel 7" : cycle.address });
    const isNotified = (await giver.get("/api/notices")).text.includes(
      "It is no longer your item.",
    );
    expect(isNotified).toBe(done);
    return done;
  }
  return { id, accept, isDone };
}

/** Kills the process while its acceptance waits for a table: nothing is done, and the repeat does all. */
async function expectNothingHalf(table: string, started: Started): Promise<void> {
  const { accept, isDone } = await offer();
  const { db } = market.parts;
  let answer: ReturnType<typeof accept> | undefined;
  await market.owner.transaction(async (transaction) => {
    await transaction.run(`lock table ${table} in access exclusive mode`);
    answer = accept(started);
    const waiting = async () => {
      const [row] = await db.query<{ count: number }>(sql`
        select count(*)::int as count from pg_locks
        where not granted and relation = ${table}::regclass`);
      return row?.count;
    };
    await expect.poll(waiting).toBeGreaterThan(0);
    await kill(started);
  });
  expect(await answer).toBe("no answer");
  expect(await isDone(), table).toBe(false);
  const next = await startMarket();
  expect(await accept(next), table).toBe(200);
  expect(await isDone(), table).toBe(true);
  await kill(next);
}

it("R1178 a market that is killed right after the commit has done all, and the repeat gets the answer", async () => {
  const { id, accept, isDone } = await offer();
  const { db } = market.parts;
  const started = await startMarket();
  const answer = accept(started);
  const isAccepted = async () => {
    const [row] = await db.query<{ state: string }>(sql`
      select state from handovers where id = ${id}`);
    return row?.state === "accepted";
  };
  while (!(await isAccepted()));
  await kill(started);
  expect([200, "no answer"]).toContain(await answer);
  expect(await isDone()).toBe(true);
  const next = await startMarket();
  expect(await accept(next)).toBe(200);
  expect(await isDone()).toBe(true);
});

it.each([
  "bundle_products",
  "handovers",
  "products",
  "listing_doubts",
  "deals",
  "listing_keys",
  "photos",
  "notices",
])(
  "R1178 a market that is killed while it waits for %s has done nothing, and the repeat does all",
  { tags: "sweep" },
  async (table) => {
    await expectNothingHalf(table, await startMarket());
  },
);
