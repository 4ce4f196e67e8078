import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { marketCommand } from "../../test/command.ts";
import { type Fault, type Faults, insertFaults, cuts } from "../../test/faults.ts";
import { list } from "../../test/listings.ts";
import { signedInAgain as signInAnew } from "../../test/people.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { changesBetween, readDump, readTables, snapshots } from "../../test/whole-database.ts";
import { openIdentity } from "../identity/identity.ts";
import { signIn } from "../identity/sign-in/sign-in.ts";
import { rebuildSoldPrices } from "../products/lifetime/price-hint.sql.ts";
import { recurringJobs } from "../operations/recurring.ts";
import { eraseDeletedAccounts } from "./erase-accounts.ts";

let market: TestMarket;
let friend: TestStudent;
let mod: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({ MODERATOR_EMAILS: "mod@cgu.example" });
  friend = await market.student("Friend");
  mod = await market.student("Mod");
});
afterAll(() => market.close());

const remove = (who: TestStudent, json: object = { confirm: "DELETE" }) =>
  who.call("DELETE", "/api/users/me", { json });
const isShown = async (productId: string) =>
  (await market.stranger.get(`/api/items/${productId}`)).status === 200;
const inLists = async (productId: string) =>
  (await market.stranger.get("/api/products", { "cache-control": "no-cache" })).text.includes(
    productId,
  );

const signedInAgain = (student: TestStudent) => signInAnew(market, student);

const letTimePass = (userId: string, days: number) =>
  market.parts.db.query(sql`
    update users set deleted_at = now() - make_interval(days => ${days}) where id = ${userId}`);

const dump = () => readDump(market.parts.db);
/** @returns those of the words that the database has, in any case */
async function traceOf(...words: string[]): Promise<string[]> {
  const text = (await dump()).toLowerCase();
  return words.filter((word) => text.includes(word));
}
async function storedFiles(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of market.parts.storage.list()) keys.push(key);
  return keys;
}

async function contentsOf(keys: readonly string[]): Promise<Buffer[]> {
  return Promise.all(
    keys.map(async (key) => buffer((await market.parts.storage.open(key))?.stream as Readable)),
  );
}
async function hashesOf(keys: readonly string[]): Promise<string[]> {
  const contents = await contentsOf(keys);
  return contents.map((bytes) => createHash("sha256").update(bytes).digest("hex"));
}

describe("deleting an account", () => {
  it("D20 takes everything out of sight and signs out at once; signing in can restore it all", async () => {
    const asha = await market.student("Asha");
    const productId = (await list(asha)).body.product._id as string;
    const sold = (await list(asha)).body.product._id as string;
    await asha.call("PUT", `/api/products/${sold}/toggle-sold`, { json: { isSold: true } });
    const { status, body } = await remove(asha);
    expect([status, body.message]).toEqual([
      200,
      "Your account is deleted. For 7 days you can restore it by logging in.",
    ]);
    expect((await asha.get("/api/saved")).body.code).toBe("invalid-token");
    for (const id of [productId, sold]) {
      expect([await isShown(id), await inLists(id)]).toEqual([false, false]);
      expect((await friend.get(`/api/products/${id}`)).status).toBe(404);
      expect((await friend.call("PUT", `/api/saved/${id}`)).status).toBe(404);
    }
    expect((await market.stranger.get(`/avatars/${asha.userId}`)).status).toBe(404);

    const again = await signedInAgain(asha);
    const login = await again.call("POST", "/api/auth/google-login");
    expect([login.status, login.body.code]).toEqual([403, "account-deleted"]);
    expect((await again.get("/api/products/user")).body.code).toBe("account-deleted");
    const restored = await again.call("POST", "/api/users/me/restore");
    expect(restored.body.message).toBe("Welcome back. Your account is as it was.");
    for (const id of [productId, sold])
      expect([await isShown(id), await inLists(id)]).toEqual([true, true]);
    const own = (await again.get("/api/products/user")).body.products;
    expect(own.map(({ isSold }: { isSold: boolean }) => isSold)).toEqual([true, false]);
  });

  it("D20 needs its word, and a sign-in of the last ten minutes", async () => {
    const rohan = await market.student("Rohan");
    for (const json of [{}, { confirm: "delete" }, { confirm: true }]) {
      const { status, body } = await remove(rohan, json);
      expect([status, body.code]).toEqual([422, "invalid-fields"]);
    }
    await market.parts.db.query(sql`
      update sessions set created_at = now() - interval '11 minutes'
      where identity_id = (select identity_id from users where id = ${rohan.userId})`);
    const { status, body } = await remove(rohan);
    expect([status, body.code]).toEqual([401, "sign-in-again"]);
    expect((await rohan.get("/api/saved")).status).toBe(200);
  });

  it("D20 keeps hidden what was hidden when it is restored", async () => {
    const meera = await market.student("Meera");
    const productId = (await list(meera)).body.product._id as string;
    await market.parts.db.query(sql`
      update products set hidden_at = now() where id = ${productId}`);
    await remove(meera);
    await (await signedInAgain(meera)).call("POST", "/api/users/me/restore");
    expect([await isShown(productId), await inLists(productId)]).toEqual([false, false]);
  });
});

describe("an account that is deleted and suspended", () => {
  it("D19 D20 stays out when it is reinstated, and when it is restored first", async () => {
    for (const order of ["reinstate", "restore"] as const) {
      const student = await market.student(`Both-${order}`);
      const productId = (await list(student)).body.product._id as string;
      await remove(student);
      const path = `/api/moderation/users/${student.userId}`;
      const suspended = await mod.call("POST", `${path}/suspend`, { json: { reason: "Insults" } });
      expect(suspended.status).toBe(200);
      const steps = {
        reinstate: () =>
          mod.call("POST", `${path}/reinstate`, { json: { note: "It is settled." } }),
        restore: async () => (await signedInAgain(student)).call("POST", "/api/users/me/restore"),
      };
      expect((await steps[order]()).status).toBe(200);
      expect([await isShown(productId), await inLists(productId)]).toEqual([false, false]);
      expect((await steps[order === "reinstate" ? "restore" : "reinstate"]()).status).toBe(200);
      expect([await isShown(productId), await inLists(productId)]).toEqual([true, true]);
    }
  });
});

describe("restoring an account", () => {
  it("D20 D52 is refused once its time is over, because its photos may be gone already", async () => {
    const late = await market.student("Late");
    const productId = (await list(late)).body.product._id as string;
    await remove(late);
    const again = await signedInAgain(late);
    await letTimePass(late.userId, 8);
    const { status, body } = await again.call("POST", "/api/users/me/restore");
    expect([status, body.code, body.message]).toEqual([
      403,
      "account-deleted",
      "This account is being erased and can no longer be restored.",
    ]);
    expect(await isShown(productId)).toBe(false);
    await eraseDeletedAccounts(market.parts);
  });
});

describe("erasing an account", () => {
  it("D20 D52 leaves nothing of the person in the database and the photo folder, and all of the others", async () => {
    const { db, jobs } = market.parts;
    const deleted = await market.student("Zymurgiana", { phone: "+919811122233" });
    const mine = (
      await list(
        deleted,
        { name: "Xylorimba", description: "Gorblimey sound", address: "Hostel Ninetynine" },
        ["#119944"],
        480,
      )
    ).body.product;
    const deletedEarlier = (await list(deleted, { name: "Xylorimba stand" }, ["#994411"], 480)).body
      .product;
    const theirs = (await list(friend, { name: "Plain lamp", address: "Gate 7" })).body.product;
    await db.query(sql`update users set bio = 'Taradiddle' where id = ${deleted.userId}`);
    await deleted.call("PUT", `/api/saved/${theirs._id}`);
    await deleted.get(`/api/products/${theirs._id}`);
    await friend.get(`/api/products/${mine._id}`);
    await friend.call("PUT", `/api/outcomes/${mine._id}`, { json: { bought: true } });
    const [{ id: dealId }] = (await friend.get("/api/deals")).body.deals;
    await deleted.call("PUT", `/api/deals/${dealId}`, { json: { confirmed: true } });
    await db.query(sql`update outcomes set contacted_at = now() - interval '1 hour'`);
    for (const [who, text] of [
      [deleted, "Flibbertigibbet"],
      [friend, "Zymurgiana was on time"],
    ] as const)
      await who.call("PUT", `/api/deals/${dealId}/feedback`, { json: { good: true, text } });
    await friend.call("POST", `/api/deals/${dealId}/reply`, { json: { text: "Dear Zymurgiana" } });
    await friend.call("PUT", `/api/saved/${theirs._id}`);
    await deleted.call("PUT", `/api/blocks/${friend.userId}`);
    await deleted.call("POST", "/api/users/me/consents", {
      json: { version: "zymurgiana.1", adult: true },
    });
    for (const [who, json] of [
      [deleted, { productId: theirs._id, reason: "other", details: "Snollygoster" }],
      [
        friend,
        {
          productId: mine._id,
          reason: "scam",
          details: "Wants money first. ZYMURGIANA says call 9811122233 or zymurgiana@cgu.example",
        },
      ],
    ] as const)
      await who.call("POST", "/api/reports", { json, headers: { "idempotency-key": "erasing-1" } });
    await market.stranger.call("POST", "/api/grievances", {
      json: {
        name: "Zymurgiana",
        email: "zymurgiana@cgu.example",
        subject: "Kerfuffle",
        details: "Widdershins",
      },
    });
    const { cases } = (await mod.get("/api/moderation/cases")).body;
    const { id: caseId } = cases.find((one: { productId?: string }) => one.productId === mine._id);
    const decided = await mod.call("POST", `/api/moderation/cases/${caseId}/decision`, {
      json: { action: "warn", note: "Zymurgiana, please do not ask for money first." },
      headers: { "idempotency-key": "erasing-by-moderator" },
    });
    expect(decided.status).toBe(200);
    await marketCommand(market, "hide", "--item", mine._id, "--note", "Zymurgiana again");
    const files = (
      await db.query<{ files: string[] }>(sql`
        select files from photos where owner_id = ${deleted.userId}`)
    ).flatMap((row) => row.files);
    const pictures = new Set(await hashesOf(files));
    expect(pictures.size).toBeGreaterThan(3);
    await deleted.call("DELETE", `/api/products/${deletedEarlier._id}`);
    const traces = [
      "zymurgiana",
      "9811122233",
      ..."xylorimba gorblimey ninetynine taradiddle flibbertigibbet snollygoster kerfuffle widdershins".split(
        " ",
      ),
      ...files.map((key) => key.slice(0, key.lastIndexOf("-"))),
      ...files.map((key) => key.split("-")[1] ?? ""),
    ];
    const before = await dump();
    expect(traces.filter((trace) => !before.toLowerCase().includes(trace))).toEqual([]);
    const [identity] = await db.query<{ id: string }>(sql`
      select id from identities where email = 'zymurgiana@cgu.example'`);
    const read = snapshots(db, await readTables(db));
    const rows = await read();

    await remove(deleted);
    await letTimePass(deleted.userId, 6);
    await eraseDeletedAccounts(market.parts);
    expect(await dump()).toMatch(/zymurgiana/i);
    await letTimePass(deleted.userId, 8);
    // Erases as the product does: by its job, among all others.
    await db.transaction((transaction) => jobs.enqueue(transaction, "erase-deleted-accounts", {}));
    await jobs.start(recurringJobs(market.parts));
    await expect
      .poll(async () => (await storedFiles()).filter((key) => files.includes(key)))
      .toEqual([]);
    // The next run deletes the names of removed files from the queue.
    const hex = traces.map((trace) => Buffer.from(trace).toString("hex"));
    await expect
      .poll(async () => {
        await eraseDeletedAccounts(market.parts);
        const now = (await dump()).toLowerCase();
        return [...traces, ...hex].filter((trace) => now.includes(trace));
      })
      .toEqual([]);

    const after = (await dump()).toLowerCase();
    const left = await storedFiles();
    expect((await hashesOf(left)).filter((hash) => pictures.has(hash))).toEqual([]);
    for (const bytes of await contentsOf(left))
      expect(traces.filter((trace) => bytes.includes(trace))).toEqual([]);
    expect((await friend.get("/api/deals")).body.deals).toMatchObject([
      { with: "A student", feedback: { theirs: { good: true, text: "" } } },
    ]);
    for (const remains of ["wants money first. deleted member says call", "deleted member again"])
      expect(after.includes(remains)).toBe(true);

    // Nothing of other students has changed except the name in their texts, and what jobs add to photos.
    const own = [deleted.userId, identity?.id, mine._id, deletedEarlier._id, ...traces];
    const isOwn = new RegExp(own.join("|"), "i");
    const added = ["photos.files", "photos.image", "photos.bytes"];
    const touched = changesBetween(rows, await read())
      .filter(
        ({ row, before: was, table }) =>
          !isOwn.test(JSON.stringify([row, was])) && !/^(search_|erasures)/.test(table),
      )
      .map(({ table, column }) => `${table}.${column}`);
    expect(touched.filter((cell) => !added.includes(cell))).toEqual([]);
    expect(await isShown(theirs._id)).toBe(true);
    expect((await friend.get("/api/saved/ids")).text).toContain(theirs._id);
    const [photo] = theirs.images;
    expect(left).toContain(photo.url.replace("/photos/", ""));
  });

  it("R961 takes the name out of the answers to the other side of a deal, and of what things were sold for", async () => {
    const { db } = market.parts;
    const seller = await market.student("Quillfeather", { phone: "+919833344455" });
    const { _id: productId } = (await list(seller, { name: "Ombrophone set" })).body.product;
    await friend.get(`/api/products/${productId}`);
    await db.query(sql`
      update outcomes set contacted_at = now() - interval '2 hours' where product_id = ${productId}`);
    await friend.call("PUT", `/api/outcomes/${productId}`, { json: { bought: true } });
    const deals = (await seller.get("/api/deals")).body.deals;
    await seller.call("PUT", `/api/deals/${deals[0].id}`, { json: { confirmed: true } });
    const feedback = await friend.call("PUT", `/api/deals/${deals[0].id}/feedback`, {
      json: { good: true },
      headers: { "idempotency-key": "feedback-on-quillfeather" },
    });
    expect(feedback.text).toContain("Quillfeather");
    await rebuildSoldPrices(db);
    expect(await traceOf("quillfeather", "ombrophone")).toHaveLength(2);
    await remove(seller);
    await letTimePass(seller.userId, 8);
    await eraseDeletedAccounts(market.parts);
    expect(await traceOf("quillfeather", "ombrophone")).toEqual([]);
  });

  it("R962 takes the number out of what others wrote, however it is written", async () => {
    const { db } = market.parts;
    const seller = await market.student("Numbered", { phone: "+919844455566" });
    const texts = ["98444 55566", "98444-55566", "+91 (984) 445.5566", "0091-9844 455 566"];
    const { _id: productId } = (await list(seller)).body.product;
    const other = (await list(friend)).body.product;
    for (const [n, text] of texts.entries()) {
      const reporter = await market.student(`Reporter-${n}`);
      const json = { productId, reason: "other", details: `Says to call ${text} at night` };
      await reporter.call("POST", "/api/reports", { json });
    }
    const reporter = await market.student("Reporter");
    await reporter.call("POST", "/api/reports", {
      json: {
        productId: other._id,
        reason: "other",
        details: "The photo is of 9844455566, numbered@cgu.example, who is Numbered",
      },
    });
    await remove(seller);
    await letTimePass(seller.userId, 8);
    await eraseDeletedAccounts(market.parts);
    const reports = await db.query<{ details: string }>(sql`
      select details from reports where reporter_id in (select id from users where name like 'Reporter%') order by id`);
    const details = reports.map((report) => report.details);
    expect(details.slice(0, 3)).toEqual(
      Array.from({ length: 3 }, () => "Says to call deleted member at night"),
    );
    expect(details[3]).toMatch(/^Says to call (00)?deleted member at night$/);
    // In a text about another student the name stays, because others have it too.
    expect(details[4]).toBe("The photo is of deleted member, deleted member, who is Numbered");
  });

  it("R963 keeps what others wrote about the student, and takes name and id out of it and out of the log", async () => {
    const { db } = market.parts;
    const seller = await market.student("Persimmonia");
    const { _id: productId } = (await list(seller)).body.product;
    await friend.get(`/api/products/${productId}`);
    await db.query(sql`
      update outcomes set contacted_at = now() - interval '2 hours' where product_id = ${productId}`);
    await friend.call("PUT", `/api/outcomes/${productId}`, { json: { bought: true } });
    const [{ id: dealId }] = (await seller.get("/api/deals")).body.deals;
    await seller.call("PUT", `/api/deals/${dealId}`, { json: { confirmed: true } });
    const feedback = (who: TestStudent, text: string) =>
      who.call("PUT", `/api/deals/${dealId}/feedback`, { json: { good: true, text } });
    await feedback(friend, "Persimmonia was kind");
    await feedback(seller, "Came on time");
    await seller.call("POST", `/api/deals/${dealId}/reply`, { json: { text: "You too" } });
    const suspended = await mod.call("POST", `/api/moderation/users/${seller.userId}/suspend`, {
      json: { reason: "Persimmonia asked for money", days: 1 },
    });
    expect(suspended.status).toBe(200);
    await db.query(sql`update users set deleted_at = now() where id = ${seller.userId}`);
    await letTimePass(seller.userId, 8);
    await eraseDeletedAccounts(market.parts);
    const { deals } = (await friend.get("/api/deals")).body;
    expect(deals.find(({ id }: { id: string }) => id === dealId)).toMatchObject({
      with: "A student",
      feedback: {
        mine: { good: true, text: "deleted member was kind" },
        theirs: { good: true, text: "" },
      },
    });
    const { log } = (await mod.get("/api/moderation/log")).body;
    const [entry] = log;
    expect(entry).toMatchObject({ action: "suspend", note: "deleted member asked for money" });
    expect(entry.userId).toBeUndefined();
    expect(await traceOf("persimmonia", "you too", seller.userId)).toEqual([]);
    // The job that announces shown feedback passes over it.
    for (const { name, work } of recurringJobs(market.parts))
      if (name === "tell-shown-feedback") await work(undefined as never);
  });

  it("R963 shows a deleted member where an erased moderator decided, and lets no other student change the log", async () => {
    const { db } = market.parts;
    const [identity] = await db.query<{ id: string }>(sql`
      select id from identities where email = 'mod@cgu.example'`);
    for (const change of [
      sql`update moderation_log set note = 'Another'`,
      sql`update moderation_log set user_id = gen_random_uuid()`,
      sql`update moderation_log set actor_id = null where actor_id is not null`,
      sql`delete from moderation_log`,
    ])
      await expect(market.owner.query(change)).rejects.toThrow(
        "moderation_log may only be added to",
      );
    await db.query(sql`update users set deleted_at = now() where id = ${mod.userId}`);
    await letTimePass(mod.userId, 8);
    await eraseDeletedAccounts(market.parts);
    expect(await traceOf(identity?.id ?? "")).toEqual([]);
    const again = await market.student("Mod");
    // The moderators' identities are read again from time to time.
    await expect
      .poll(async () => (await again.get("/api/moderation/log")).body.log?.[0])
      .toMatchObject({ action: "suspend", by: "deleted member" });
  });

  it("D20 of a suspended account keeps a record that says nothing of who, and refuses another sign-in", async () => {
    const bad = await market.student("Badly");
    await remove(bad);
    await market.parts.db.query(sql`
      update users set suspended_at = now(), suspended_until = now() + interval '30 days'
      where id = ${bad.userId}`);
    await letTimePass(bad.userId, 8);
    await eraseDeletedAccounts(market.parts);
    expect(await dump()).not.toMatch(/badly/i);
    const identity = openIdentity(market.parts);
    const email = "badly@cgu.example";
    const enter = () =>
      market.parts.db.transaction((transaction) =>
        signIn(
          transaction,
          { subject: email, email, emailVerified: true, name: "Badly" } as never,
          { secret: "x".repeat(43), replaces: undefined },
          identity,
          { sessionReplaced: async () => undefined },
        ),
      );
    await expect(enter()).rejects.toThrow(/This account is suspended until/);
    await market.parts.db.query(sql`
      update abuse_records set suspended_until = now() - interval '1 second'`);
    await enter();
  });
});

describe("an erasure of which a call fails", () => {
  /** @returns whether the account is erased; half of it fails */
  async function isErased({ userId }: TestStudent, productId: string, keys: string[]) {
    const [row = {}] = await market.parts.db.query<Record<string, boolean>>(sql`
      select not exists (select from users where id = ${userId}) as erased,
        not exists (select from identities where email = 'half@cgu.example') as unknown,
        not exists (select from products where id = ${productId}) as "withoutListing",
        not exists (select from photos where owner_id = ${userId}) as "withoutPhotos"`);
    const [first, ...others] = Object.values(row);
    for (const other of others) expect(other, JSON.stringify(row)).toBe(first);
    const stored = await storedFiles();
    if (first) expect(keys.filter((key) => stored.includes(key))).toEqual([]);
    return first === true;
  }

  /** Makes the n-th call fail, and erases again. @returns whether there was such a call */
  async function failOnce(faults: Faults, fault: Fault, n: number): Promise<boolean> {
    const student = await market.student("Half");
    const before = await storedFiles();
    const productId = (await list(student)).body.product._id;
    const keys = (await storedFiles()).filter((key) => !before.includes(key));
    await remove(student);
    await letTimePass(student.userId, 8);
    faults.arm(fault, n);
    const failed = await eraseDeletedAccounts(market.parts).then(
      () => false,
      () => true,
    );
    const came = faults.disarm();
    expect(failed || (await isErased(student, productId, keys))).toBe(true);
    await isErased(student, productId, keys);
    // The server lets go of a cut connection's rows a moment later, and the job passes over locked ones.
    await market.owner.query(sql`select from users where id = ${student.userId} for update`);
    await eraseDeletedAccounts(market.parts);
    expect(await isErased(student, productId, keys)).toBe(true);
    return came;
  }

  it("R994 holds up no other account, and is reported; a statement of it may take longer than a request's", async () => {
    const { db } = market.parts;
    const [stuck, next] = [await market.student("Stuck"), await market.student("Next")];
    const { _id: productId } = (await list(stuck)).body.product;
    for (const [student, days] of [
      [stuck, 9],
      [next, 8],
    ] as const) {
      await remove(student);
      await letTimePass(student.userId, days);
    }
    /** Delays the deletion of the listing by so many seconds. */
    const takeSeconds = (seconds: number) =>
      market.owner
        .run(`create or replace function take_time() returns trigger language plpgsql as $$ begin
        if current_setting('statement_timeout')::interval < interval '${seconds} seconds'
        then raise exception 'canceling statement due to statement timeout'; end if;
        return old; end $$`);
    await takeSeconds(61);
    await market.owner.run(`create trigger takes_time before delete on products for each row
      when (old.id = '${productId}') execute function take_time()`);
    const left = async () => {
      const rows = await db.query<{ name: string }>(sql`
        select name from users where deleted_at is not null order by name`);
      return rows.map(({ name }) => name);
    };
    try {
      await expect(eraseDeletedAccounts(market.parts)).rejects.toThrow("statement timeout");
      expect(await left()).toEqual(["Stuck"]);
      await takeSeconds(59);
      await eraseDeletedAccounts(market.parts);
      expect(await left()).toEqual([]);
    } finally {
      await market.owner.run("drop trigger takes_time on products");
      await market.owner.run("drop function take_time");
    }
  });

  let faults: Faults;
  beforeAll(() => (faults = insertFaults(market.parts.storage)));
  afterAll(() => faults.restore());

  it("D20 is done or not done, and is done when the job runs again", async () => {
    expect(await failOnce(faults, { storage: "after" }, 1)).toBe(true);
    expect(await failOnce(faults, { database: "cut before" }, 4)).toBe(true);
  });

  it("D20 is so whichever call it is", { tags: "sweep" }, async () => {
    for (const fault of cuts)
      for (let n = 1; await failOnce(faults, fault, n); n++) expect(n).toBeLessThan(100);
  });
});
