import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { recurringJobs } from "../operations/recurring.ts";
import { eraseDeletedAccounts } from "../rights/erase-accounts.ts";
import { createTransparency } from "./transparency.ts";

let market: TestMarket;
let mod: TestStudent;
let address = 0;

/** Each test writes from an address of its own, since one may send five a day. */
beforeEach(() => void address++);
beforeAll(async () => {
  market = await openTestMarket({
    MODERATOR_EMAILS: "mod@cgu.example",
    TRUSTED_PROXIES: "1",
    // Mails are stored, and no job sends them.
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "market@cgu.example",
  });
  mod = await market.student("Mod");
});
afterAll(() => market.close());

const form = {
  name: "Ravi Kumar",
  email: "ravi@example.org",
  subject: "My photo",
  details: "A listing shows me.",
};
const send = (json: object | undefined, headers = {}) =>
  market.stranger.call("POST", "/api/grievances", {
    json,
    headers: { "x-forwarded-for": `10.9.0.${address}`, ...headers },
  });
const lookUp = (receipt: string, secret: string) =>
  market.stranger.get(`/api/grievances/${receipt}`, { "x-grievance-secret": secret });
const count = async () => (await market.parts.db.query(sql`select from grievances`)).length;

describe("a grievance", () => {
  it("D44 of a stranger gets a receipt, a secret and its day, and is decided as a case", async () => {
    const { status, body } = await send(form);
    expect(status).toBe(201);
    expect(body.receipt).toMatch(/^G-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
    expect(Math.round((Date.parse(body.dueAt) - Date.now()) / 3_600_000)).toBe(168);
    expect((await lookUp(body.receipt, body.secret)).body.grievance).toMatchObject({
      state: "received",
      dueAt: body.dueAt,
    });
    const { cases } = (await mod.get("/api/moderation/cases")).body;
    const one = cases.find((each: { grievance?: object }) => each.grievance);
    expect(one.grievance).toEqual(form);
    await mod.get(`/api/moderation/cases/${one.id}`);
    expect((await lookUp(body.receipt, body.secret)).body.grievance.state).toBe("in-review");
    const decided = await mod.call("POST", `/api/moderation/cases/${one.id}/decision`, {
      json: { action: "dismiss", note: "The photo is of a lamp." },
    });
    expect(decided.status).toBe(200);
    expect((await lookUp(body.receipt, body.secret)).body.grievance).toMatchObject({
      state: "closed",
      outcome: "The photo is of a lamp.",
    });
  });

  it("D44 about a listing is a case about it, urgent ones within 36 hours", async () => {
    const seller = await market.student("Seller");
    const { _id: productId } = (await list(seller)).body.product;
    const productUrl = `http://localhost:3000/item/${productId}`;
    const { body } = await send({ ...form, productUrl, urgent: true });
    expect(Math.round((Date.parse(body.dueAt) - Date.now()) / 3_600_000)).toBe(36);
    const { cases } = (await mod.get("/api/moderation/cases")).body;
    const one = cases.find((each: { productId?: string }) => each.productId === productId);
    expect(one).toMatchObject({ urgent: true, grievance: { productUrl } });
    await mod.call("POST", `/api/moderation/cases/${one.id}/decision`, {
      json: { action: "hide", note: "It shows a person." },
    });
    expect((await market.stranger.get(`/api/items/${productId}`)).status).toBe(404);
  });

  it("D44 is opened by its secret only", async () => {
    const { body } = await send(form);
    for (const [receipt, secret] of [
      [body.receipt, ""],
      [body.receipt, `${body.secret.slice(0, -1)}!`],
      ["G-2222-2222", body.secret],
      ["nothing", "nothing"],
    ] as const) {
      const answer = await lookUp(receipt, secret);
      expect([answer.status, answer.body.code]).toEqual([404, "grievance-not-found"]);
    }
  });

  it("R966 has its secret in no address", async () => {
    const { body } = await send(form);
    const { status } = await market.stranger.get(
      `/api/grievances/${body.receipt}?secret=${body.secret}`,
    );
    expect(status).toBe(404);
  });

  it("R967 of a student counts for the student, whatever the neighbours send", async () => {
    for (let sent = 0; sent < 5; sent++) expect((await send(form)).status).toBe(201);
    expect((await send(form)).status).toBe(429);
    const student = await market.student(`Student-${address}`);
    const write = (token: string) => send(form, { authorization: `Bearer ${token}` });
    for (let sent = 0; sent < 5; sent++) expect((await write(student.token)).status).toBe(201);
    const { status, body, headers } = await write(student.token);
    expect([status, body.code]).toEqual([429, "grievance-quota"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    // An invalid token identifies no student.
    expect((await write("none")).status).toBe(429);
    const suspended = await market.student(`Suspended-${address}`);
    await market.parts.db.query(sql`
      update users set suspended_at = now() where id = ${suspended.userId}`);
    expect((await write(suspended.token)).status).toBe(201);
  });

  it("R968 of strangers is accepted without a mail beyond 200 an hour, and refused beyond 1,000", async () => {
    const { db, outbox } = market.parts;
    const received = (count: number) =>
      db.query(sql`update grievance_hours set received = ${count}`);
    const mails = async () =>
      (await db.query(sql`select from outbox where kind = 'grievance'`)).length;
    const others = (email: string) => send({ ...form, email });
    expect(outbox.isOpen).toBe(true);
    await others("first@example.org");
    await received(199);
    const before = await mails();
    expect((await others("last@example.org")).status).toBe(201);
    expect(await mails()).toBe(before + 1);
    expect((await others("beyond@example.org")).status).toBe(201);
    expect(await mails()).toBe(before + 1);
    await received(999);
    const answers = await Promise.all([others("one@example.org"), others("two@example.org")]);
    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(["201", "429"]);
    expect(await mails()).toBe(before + 1);
    const student = await market.student(`Student-${address}`);
    const json = { ...form, email: "student@example.org" };
    const { status } = await send(json, { authorization: `Bearer ${student.token}` });
    expect([status, await mails()]).toEqual([201, before + 2]);
    await received(0);
  });

  it("R969 that was closed a year ago is erased, and nothing of it is found", async () => {
    const { db } = market.parts;
    const [old, fresh] = [await send(form), await send({ ...form, details: "Another one" })];
    for (const [{ body }, days] of [
      [old, 366],
      [fresh, 364],
    ] as const)
      await db.query(sql`
        update cases set closed_at = now() - make_interval(days => ${days})
        from grievances grievance where grievance.id = cases.grievance_id and grievance.receipt = ${body.receipt}`);
    for (const { name, work } of recurringJobs(market.parts))
      if (name === "forget-old-counts") await work(undefined as never);
    expect((await lookUp(old.body.receipt, old.body.secret)).status).toBe(404);
    expect((await lookUp(fresh.body.receipt, fresh.body.secret)).status).toBe(200);
    const rows = await db.query(sql`
      select grievance.name, grievance.email, grievance.subject, grievance.details, one.snapshot
      from grievances grievance join cases one on one.grievance_id = grievance.id
      where grievance.receipt = ${old.body.receipt}`);
    expect(rows).toEqual([{ name: "", email: "", subject: "", details: "", snapshot: null }]);
  });

  it("D44 sent twice under one key is one, with the same secret", async () => {
    const before = await count();
    const headers = { "idempotency-key": "one-grievance" };
    const [first, again] = [await send(form, headers), await send(form, headers)];
    expect(again.body).toEqual(first.body);
    expect(await count()).toBe(before + 1);
  });

  it("D44 of a program that fills in everything is answered alike and dropped", async () => {
    const before = await count();
    const { status, body } = await send({ ...form, website: "https://spam.example" });
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(Object.keys((await send(form)).body));
    expect(await count()).toBe(before + 1);
  });

  it("D11 D44 may come five times a day from one address", async () => {
    for (let sent = 0; sent < 5; sent++) expect((await send(form)).status).toBe(201);
    const { status, body, headers } = await send(form);
    expect([status, body.code]).toEqual([429, "grievance-quota"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(60);
  });

  it.each([
    ["nothing", undefined],
    ["no e-mail address", { ...form, email: "ravi" }],
    ["no subject", { ...form, subject: " " }],
    ["too many details", { ...form, details: "x".repeat(4001) }],
    ["no name", { ...form, name: undefined }],
  ])("D44 with %s is refused with the fields that are wrong", async (_, json) => {
    const { status, body } = await send(json);
    expect([status, body.code]).toEqual([422, "invalid-fields"]);
    expect(body.errors.length).toBeGreaterThan(0);
  });
});

describe("transparency", () => {
  let now = Date.now();
  let months: ReturnType<typeof createTransparency>;
  beforeEach(() => {
    months = createTransparency(market.parts.db, () => now);
  });
  afterEach(() => void (now = Date.now()));

  it("D45 tells of each month what happened, and no number below five exactly", async () => {
    for (let nth = 0; nth < 6; nth++) await market.student(`Extra-${nth}`);
    const [month] = await months();
    expect(month).toMatchObject({
      month: expect.stringMatching(/^\d{4}-\d{2}$/),
      listings: "<5",
      sold: 0,
      medianHours: null,
      slowestHours: null,
    });
    expect(month?.students).toBeGreaterThanOrEqual(6);
    for (const value of Object.values(month?.decisions ?? {})) expect(value).toBe("<5");
    const { status, body } = await market.stranger.get("/api/transparency");
    expect([status, Object.keys(body.months[0]).length]).toEqual([200, 9]);
  });

  it("D45 is counted once a day", async () => {
    const [before] = await months();
    await market.student("Late");
    expect((await months())[0]).toEqual(before);
    now += 24 * 3_600_000;
    expect((await months())[0]?.students).toBe(Number(before?.students) + 1);
  });

  it("R996 shows a month that is over as it was, whatever is deleted or erased since", async () => {
    const { db } = market.parts;
    const gone = [];
    for (let nth = 0; nth < 6; nth++) gone.push(await market.student(`Gone-${nth}`));
    const ids = gone.map(({ userId }) => userId);
    for (const student of gone) await list(student);
    for (const [table, column] of [
      [sql`users`, sql`id`],
      [sql`products`, sql`seller_id`],
    ] as const)
      await db.query(sql`
        update ${table} set created_at
          = (date_trunc('month', now() at time zone 'Asia/Kolkata') - interval '15 days') at time zone 'Asia/Kolkata'
        where ${column} = any(${ids}::uuid[])`);
    const lastMonth = async () => (await createTransparency(db)())[1];
    const before = await lastMonth();
    expect(before).toMatchObject({ students: 6, listings: 6 });
    await db.query(sql`
      update users set deleted_at = now() - interval '8 days' where id = any(${ids}::uuid[])`);
    await eraseDeletedAccounts(market.parts);
    expect(await db.query(sql`select from users where id = any(${ids}::uuid[])`)).toEqual([]);
    expect(await lastMonth()).toEqual(before);
  });
});
