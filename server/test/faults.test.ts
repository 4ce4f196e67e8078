import sharp from "sharp";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sweepOrphans } from "../src/photos/photo-jobs.ts";
import { type Change, failEach, failOnce, type Faults, insertFaults, kinds } from "./faults.ts";
import { cycle } from "./listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "./market.ts";
import type { TestResponse } from "./client.ts";
import { execute } from "./postgres.ts";

let market: TestMarket;
/** The seller: a new student for every kind of fault, so that lists stay short. */
let asha: TestStudent;
let mod: TestStudent;
let faults: Faults;
let picture: Blob;
let runs = 0;

beforeAll(async () => {
  const plenty = "1000000";
  market = await openTestMarket({
    LIMITS_ACTIVE_LISTINGS: "100000",
    LIMITS_NEW_LISTINGS_PER_DAY: "100000",
    LIMITS_EDITS_PER_DAY: "100000",
    LIMITS_REQUESTS_PER_MINUTE: plenty,
    REPORTS_TO_HIDE: "1",
    MODERATOR_EMAILS: "mod@cgu.example",
  });
  faults = insertFaults(market.parts.storage);
  const create = { width: 64, height: 64, channels: 3 as const, background: "#336699" };
  picture = new Blob([new Uint8Array(await sharp({ create }).jpeg().toBuffer())]);
  asha = await market.student("Asha");
  mod = await market.student("Mod");
  await list("The image process is awake");
});
afterAll(async () => {
  faults.restore();
  await market.close();
});

function formOf(name: string, more: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries({ ...cycle, name, description: name, ...more }))
    form.append(field, value);
  form.append("images", picture, "photo.jpg");
  return form;
}

const list = (name: string, headers: Record<string, string> = {}) =>
  asha.call("POST", "/api/products/create", { form: formOf(name), headers });

type Row = { _id: string; name: string; description: string; isSold: boolean; images: unknown[] };
const rows = async (): Promise<Row[]> => (await asha.get("/api/products/user")).body.products;
const find = async (id: string) => (await rows()).find((row) => row._id === id);

/** Expects that every file that a row names exists. */
async function expectNoLostFiles() {
  const photos = await market.parts.db.query<{ files: string[] }>(
    sql`select files from photos union all select files from deleted_listings`,
  );
  const known = photos.flatMap(({ files }) => files);
  const present = (await Array.fromAsync(market.parts.storage.list())).map(({ key }) => key);
  expect(known.filter((key) => !present.includes(key))).toEqual([]);
}

const listed = async (name: string) => (await list(name)).body.product._id as string;

/** The friend who accepts, and the listing, of an offer. */
let handover: { friend: TestStudent; giver: TestStudent; productId: string };

const changes: Record<string, Change> = {
  create: {
    prepare: async () => undefined,
    send: (_, name, headers) => list(name, headers),
    async isDone(_, name) {
      const made = (await rows()).filter((row) => row.name === name);
      for (const row of made) expect([row.description, row.images.length]).toEqual([name, 1]);
      expect(made.length).toBeLessThanOrEqual(1);
      return made.length === 1;
    },
  },
  edit: {
    prepare: listed,
    send: (id, name, headers) =>
      asha.call("PUT", `/api/products/${id}`, {
        form: formOf(`${name} again`, { existingImages: "[]" }),
        headers,
      }),
    async isDone(id, name) {
      const row = await find(id ?? "");
      expect([name, `${name} again`]).toContain(row?.name);
      expect([row?.description, row?.images.length]).toEqual([row?.name, 1]);
      return row?.name !== name;
    },
  },
  delete: {
    prepare: listed,
    send: (id, _, headers) => asha.call("DELETE", `/api/products/${id}`, { headers }),
    isDone: async (id) => (await find(id ?? "")) === undefined,
  },
  handover: {
    async prepare(name) {
      const word = `${asha.userId.slice(-8)}-${name.replace(/\W/g, "")}`;
      const giver = await market.student(`Giver-${word}`);
      const friend = await market.student(`Friend-${word}`);
      const made = await giver.call("POST", "/api/products/create", { form: formOf(name) });
      handover = { friend, giver, productId: made.body.product._id };
      const json = { email: `friend-${word}@cgu.example` };
      const path = `/api/products/${handover.productId}/handover`;
      return (await giver.call("POST", path, { json })).body.handover.id;
    },
    send: (id, _, headers) =>
      handover.friend.call("POST", `/api/handovers/${id}`, {
        json: { accept: true, address: "Hostel 7" },
        headers,
      }),
    async isDone() {
      const { friend, giver, productId } = handover;
      const [row] = await market.parts.db.query<{ seller: string; owner: string; at: string }>(sql`
        select product.seller_id as seller, photo.owner_id as owner, product.address as at
        from products product join photos photo on photo.product_id = product.id where product.id = ${productId}`);
      const [{ state }] = (await friend.get("/api/handovers")).body.received;
      const { text } = await giver.get("/api/notices");
      const isDone = state === "accepted";
      const seller = isDone ? friend.userId : giver.userId;
      expect(row).toEqual({ seller, owner: seller, at: isDone ? "Hostel 7" : cycle.address });
      expect(text.includes("It is no longer your item.")).toBe(isDone);
      return isDone;
    },
  },
};

describe("a call that fails", () => {
  it("during a create: a clean refusal or success, all or nothing, and the repeat succeeds once", async () => {
    for (const fault of kinds)
      await failOnce(faults, changes["create"] as Change, fault, "database" in fault ? 4 : 1);
    await expectNoLostFiles();
  });

  it("R1169 during the acceptance of a handover: done or not done, and the repeat succeeds once", async () => {
    for (const n of [12, 18, 22])
      for (const fault of kinds.slice(1, 3))
        expect(await failOnce(faults, changes["handover"] as Change, fault, n)).toBe(true);
    const unanswered = { database: "commit unanswered" } as const;
    expect(await failOnce(faults, changes["handover"] as Change, unanswered, 1)).toBe(true);
  });

  it.each(Object.entries(changes))(
    "whichever it is during a %s: a clean refusal or success, all or nothing, and the repeat succeeds once",
    { tags: "sweep" },
    async (_, change) => {
      for (const fault of kinds) {
        // Only its code distinguishes it from a broken connection; one change shows that.
        if ("database" in fault && fault.database === "disk full" && change !== changes["create"])
          continue;
        asha = await market.student(`Asha${++runs}`);
        const calls = await failEach(faults, change, fault);
        expect(calls).toBeGreaterThan("database" in fault ? 5 : -1);
        await expectNoLostFiles();
      }
    },
  );

  it("leaves files that nothing needs only until they are swept, and no row without its files", async () => {
    await sweepOrphans(market.parts, Date.now() + 25 * 3_600_000);
    await expectNoLostFiles();
    const known = await market.parts.db.query<{ files: string[] }>(
      sql`select files from photos union all select files from deleted_listings`,
    );
    const present = await Array.fromAsync(market.parts.storage.list());
    expect(present.map(({ key }) => key).toSorted()).toEqual(
      known.flatMap(({ files }) => files).toSorted(),
    );
  });
});

describe("a change whose commit is not answered", () => {
  const report = (id: string) => ({ productId: id, reason: "scam" });
  const done: Record<string, (id: string, other: TestStudent) => Promise<TestResponse>> = {
    "toggle-sold": (id) => asha.call("PUT", `/api/products/${id}/toggle-sold`, { json: {} }),
    "a deletion": (id) => asha.call("DELETE", `/api/products/${id}`),
    "a report that hides": (id, other) => other.call("POST", "/api/reports", { json: report(id) }),
    "a moderator's decision": async (id) =>
      mod.call("POST", `/api/moderation/products/${id}/hide`, { json: { note: "Fake" } }),
    "the deletion of the account": () =>
      asha.call("DELETE", "/api/users/me", { json: { confirm: "DELETE" } }),
  };

  it.each(Object.entries(done))(
    "R941 %s shows in the lists at the next request",
    async (_, change) => {
      asha = await market.student(`Asha${++runs}`);
      const other = await market.student(`Rohan${runs}`);
      await market.parts.db.query(sql`
        update users set created_at = now() - interval '1 year' where id = ${other.userId}`);
      const id = await listed(`Lost ${runs}`);
      const newest = async () =>
        (await market.stranger.get("/api/products?limit=100")).body
          .filter(({ isSold }: Row) => !isSold)
          .map(({ _id }: Row) => _id);
      expect(await newest()).toContain(id);
      faults.arm({ database: "commit unanswered" }, 1);
      const { status } = await change(id, other);
      expect([faults.disarm(), status]).toEqual([true, 503]);
      expect(await newest()).not.toContain(id);
    },
  );
  afterAll(async () => {
    asha = await market.student(`Asha${++runs}`);
  });
});

describe("a read-only database, such as a demoted primary", () => {
  const become = async (how: string) => {
    const server = inject("databaseServer");
    const [found] = await market.parts.db.query<{ name: string }>(
      sql`select current_database() as name`,
    );
    const name = found?.name;
    await execute(server, `alter database ${name} ${how}`);
    await execute(
      server,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
  };
  const key = (name: string) => ({ "idempotency-key": name });

  it("R802 R803 refuses changes with 503 and repeats no answer that its successor may not know, until it writes again", async () => {
    const asNew = () => list("New", key("new-thing"));
    const asConfirmed = () => list("Confirmed", key("confirmed"));
    expect((await asConfirmed()).status).toBe(201);
    await become("set default_transaction_read_only = on");
    await expect.poll(async () => (await asNew()).body.code).toBe("database-unavailable");
    const refused = await asNew();
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "5"]);
    expect((await asConfirmed()).status).toBe(503);
    await become("reset default_transaction_read_only");
    await expect.poll(async () => (await asNew()).status).toBe(201);
    expect((await asConfirmed()).status).toBe(201);
    const names = (await rows()).map(({ name }) => name);
    expect(names.filter((name) => ["New", "Confirmed"].includes(name))).toHaveLength(2);
  });
});
