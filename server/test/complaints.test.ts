// Complaints about a comparable market, each with the outcome that the student wanted.
import sql, { type Sql } from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recurringJobs } from "../src/operations/recurring.ts";
import { list } from "./listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "./market.ts";

let market: TestMarket;
beforeAll(async () => {
  market = await openTestMarket({ LISTING_DAYS: "90", TRUSTED_PROXIES: "1" });
});
afterAll(() => market.close());

const number = "+919876543210";
let made = 0;
const newStudent = (name: string, phone = number) => market.student(`${name}${++made}`, { phone });
const query = (statement: Sql) => market.parts.db.query(statement);
/** A student whose word about a listing counts. */
async function buyer(): Promise<TestStudent> {
  const student = await newStudent("Buyer");
  await query(sql`
    update users set created_at = now() - interval '30 hours' where id = ${student.userId}`);
  return student;
}
const offered = async (seller: TestStudent, name = "Red cycle"): Promise<string> =>
  (await list(seller, { name })).body.product._id;
const own = async (seller: TestStudent, id: string) =>
  (await seller.get("/api/products/user")).body.products.find(
    ({ _id }: { _id: string }) => _id === id,
  );
const mark = (seller: TestStudent, id: string, isSold: boolean) =>
  seller.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold } });
const isListed = async (id: string) =>
  (await market.stranger.get("/api/products", { "cache-control": "no-cache" })).body.some(
    (product: { _id: string; isSold: boolean }) => product._id === id && !product.isSold,
  );
/** @returns the number that a tap on `Chat` reveals */
const numberFrom = async (student: TestStudent, id: string): Promise<string | undefined> =>
  (await student.get(`/api/products/${id}`)).body.product?.seller.phone ?? undefined;
/** No list offers it, and a tap does not reveal the seller's number. */
async function expectGone(id: string) {
  expect(await isListed(id)).toBe(false);
  expect(await numberFrom(await newStudent("Late"), id)).toBeUndefined();
}
const noticesOf = async (student: TestStudent, kind: string) =>
  (await student.get("/api/notices")).body.notices.filter(
    (notice: { kind: string }) => notice.kind === kind,
  );
const answer = (student: TestStudent, { method, path, body }: { [key: string]: string }) =>
  student.call(method as "POST", path as string, body ? { json: body } : {});
const run = (job: string) =>
  recurringJobs(market.parts)
    .find(({ name }) => name === job)
    ?.work({} as never);
const dayAhead = (days: number) =>
  new Date(Date.now() + 5.5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
const passDays = (id: string, days: number) =>
  query(sql`
    update listing_clocks set alive_at = alive_at - make_interval(days => ${days}) where product_id = ${id}`);
const passHours = (student: TestStudent, hours: number) =>
  query(sql`
    update outcomes set contacted_at = contacted_at - make_interval(hours => ${hours})
    where buyer_id = ${student.userId}`);
const keyOf = async (student: TestStudent) =>
  new URL((await student.call("POST", "/api/users/me/key")).body.url).pathname;
/** The device is signed out. */
const signOut = ({ userId }: TestStudent) =>
  query(sql`
    update sessions set ended_at = now()
    where identity_id = (select identity_id from users where id = ${userId})`);
/** Both taps on the page of a key, on a signed-out phone. */
async function tap(path: string) {
  const post = (fields: Record<string, string>) =>
    market.stranger.call("POST", path, {
      raw: new URLSearchParams(fields).toString(),
      headers: {
        "x-forwarded-for": `10.0.0.${made}`,
        "content-type": "application/x-www-form-urlencoded",
        origin: "null",
      },
    });
  const { text } = await post({});
  const [, token = ""] = /name="token" value="([\w-]{22})"/.exec(text) ?? [];
  expect((await post({ token })).status).toBe(303);
}
async function saysSold(student: TestStudent, id: string) {
  expect(await numberFrom(student, id)).toBe(number);
  await passHours(student, 2);
  await student.call("PUT", `/api/outcomes/${id}`, { json: { sold: true } });
}

describe("sellers who cannot get in any more", () => {
  it("R1220 “It is sold, I have left and cannot log in, and people keep calling”", async () => {
    const asha = await newStudent("Asha");
    const cycle = await offered(asha);
    const key = await keyOf(asha);
    await signOut(asha);
    expect((await asha.get("/api/products/user")).status).toBe(401);
    await tap(`${key}/${cycle}/sold`);
    await expectGone(cycle);
  });

  it("R1220 “My college mailbox is closed, and the page wants me to sign in to take it down”", async () => {
    const asha = await newStudent("Asha");
    const cycle = await offered(asha);
    const key = await keyOf(asha);
    await query(sql`
      update identities set signed_in_at = now() - interval '200 days'
      where id = (select identity_id from users where id = ${asha.userId})`);
    await signOut(asha);
    await tap(`${key}/${cycle}/removed`);
    await expectGone(cycle);
  });

  it("R1220 “I had six things there, and would have to find each of them”", async () => {
    const asha = await newStudent("Asha");
    const ids = [];
    for (const name of ["Lamp", "Kettle", "Desk"]) ids.push(await offered(asha, name));
    await tap(`${await keyOf(asha)}/all/removed`);
    for (const id of ids) await expectGone(id);
  });

  it("R1220 “I clicked the wrong one on my phone, and now it is away”", async () => {
    const asha = await newStudent("Asha");
    const cycle = await offered(asha);
    await tap(`${await keyOf(asha)}/${cycle}/removed`);
    const [notice] = await noticesOf(asha, "by-key");
    expect((await answer(asha, notice.actions[0])).status).toBe(200);
    expect(await isListed(cycle)).toBe(true);
  });

  it("R1220 “I forgot about it; a year later somebody calls”", async () => {
    const asha = await newStudent("Asha");
    const cycle = await offered(asha);
    await passDays(cycle, 91);
    await run("end-by-the-clock");
    await expectGone(cycle);
  });

  it("R1220 “I deleted my account, and my number was still with the item”", async () => {
    const asha = await newStudent("Asha");
    const cycle = await offered(asha);
    const json = { confirm: "DELETE" };
    expect((await asha.call("DELETE", "/api/users/me", { json })).status).toBeLessThan(300);
    await expectGone(cycle);
  });
});

describe("those who leave", () => {
  it("R1220 “In May I left for good, in July the new batch began to call”", async () => {
    const asha = await newStudent("Asha");
    const cycle = await offered(asha);
    await asha.call("PUT", "/api/auth/profile", { json: { leavingOn: dayAhead(0) } });
    await query(sql`update leavers set leaving_on = leaving_on - 1 where user_id = ${asha.userId}`);
    await run("end-by-the-clock");
    await expectGone(cycle);
  });

  it("R1220 “Nobody asked me before I left what happens with my things”", async () => {
    const asha = await newStudent("Asha");
    await offered(asha);
    await asha.call("PUT", "/api/auth/profile", { json: { leavingOn: dayAhead(10) } });
    await run("ask-leavers");
    expect(await noticesOf(asha, "farewell")).toMatchObject([{ actions: [{ path: "/farewell" }] }]);
  });

  it("R1220 “My junior sells it for me, but all of them call me”", async () => {
    const asha = await newStudent("Asha");
    const junior = await newStudent("Junior", "+919812345678");
    const cycle = await offered(asha);
    const email = `junior${made}@cgu.example`;
    await asha.call("POST", `/api/products/${cycle}/handover`, { json: { email } });
    const [{ id }] = (await junior.get("/api/handovers")).body.received;
    const json = { accept: true, address: "Hostel 7, gate" };
    expect((await junior.call("POST", `/api/handovers/${id}`, { json })).status).toBe(200);
    expect(await numberFrom(await newStudent("Late"), cycle)).toBe("+919812345678");
  });

  it("R1220 “I am back in two months and wanted it to stay that long, and no longer”", async () => {
    const asha = await newStudent("Asha");
    const cycle = await offered(asha);
    const json = { until: dayAhead(60) };
    expect((await asha.call("PUT", `/api/products/${cycle}/keep`, { json })).status).toBe(200);
    await passDays(cycle, 100);
    await run("end-by-the-clock");
    expect(await isListed(cycle)).toBe(true);
    await query(sql`update kept_listings set until = until - 61 where product_id = ${cycle}`);
    await run("end-by-the-clock");
    await expectGone(cycle);
  });
});

describe("buyers who call in vain", () => {
  it("R1220 “Everybody knows that it is sold, only the page does not”", async () => {
    const asha = await newStudent("Asha");
    const cycle = await offered(asha);
    for (const student of [await buyer(), await buyer()]) await saysSold(student, cycle);
    await expectGone(cycle);
    expect(await noticesOf(asha, "sold-said")).toHaveLength(1);
  });

  it("R1220 “The seller has not opened the page for a month; my message changes nothing”", async () => {
    const asha = await newStudent("Asha");
    const cycle = await offered(asha);
    await signOut(asha);
    await query(sql`
      update identities set created_at = now() - interval '40 days',
        signed_in_at = now() - interval '31 days', seen_at = now() - interval '31 days'
      where id = (select identity_id from users where id = ${asha.userId})`);
    await query(sql`
      update sessions set created_at = now() - interval '31 days', last_seen_at = now() - interval '31 days'
      where identity_id = (select identity_id from users where id = ${asha.userId})`);
    await saysSold(await buyer(), cycle);
    expect(await isListed(cycle)).toBe(true);
    await query(sql`
      update doubted_listings set asked_at = asked_at - interval '48 hours' where product_id = ${cycle}`);
    await run("pause-doubted-listings");
    await expectGone(cycle);
  });

  it("R1220 “I asked for it on Monday, and nobody told me that it went on Tuesday”", async () => {
    const [asha, asked] = [await newStudent("Asha"), await newStudent("Asked")];
    const cycle = await offered(asha);
    await numberFrom(asked, cycle);
    await mark(asha, cycle, true);
    expect(await noticesOf(asked, "sold-told")).toMatchObject([{ text: "Red cycle is sold" }]);
  });

  it("R1220 “I had it saved and waited for my pocket money; it was long gone”", async () => {
    const [asha, saver] = [await newStudent("Asha"), await newStudent("Saver")];
    const cycle = await offered(asha);
    await saver.call("PUT", `/api/saved/${cycle}`);
    await asha.call("DELETE", `/api/products/${cycle}`);
    expect(await noticesOf(saver, "sold-told")).toMatchObject([
      { text: "Red cycle is no longer offered" },
    ]);
  });

  it("R1220 “Nobody ever answers, and it stays on the page”", async () => {
    const asha = await newStudent("Asha");
    const cycle = await offered(asha);
    for (let nth = 0; nth < 3; nth += 1) {
      const student = await buyer();
      await numberFrom(student, cycle);
      await passHours(student, 5);
      await student.call("PUT", `/api/outcomes/${cycle}`, { json: { replied: false } });
    }
    await query(sql`
      update unanswered_listings set asked_at = asked_at - interval '73 hours' where product_id = ${cycle}`);
    await run("pause-unresponsive-listings");
    await expectGone(cycle);
  });

  it("R1220 “I cannot tell what is from this month and what nobody has looked after since May”", async () => {
    const asha = await newStudent("Asha");
    const cycle = await offered(asha);
    await passDays(cycle, 40);
    await numberFrom(await newStudent("Asked"), cycle);
    const { product } = (await market.stranger.get(`/api/items/${cycle}`)).body;
    expect(product.unconfirmedSince).toBe(dayAhead(-40));
  });

  it("R1220 “It was promised to somebody, and I came across the campus for nothing”", async () => {
    const asha = await newStudent("Asha");
    const cycle = await offered(asha);
    const json = { until: new Date(Date.now() + 86_400_000).toISOString() };
    await asha.call("PUT", `/api/products/${cycle}/reservation`, { json });
    const { product } = (await market.stranger.get(`/api/items/${cycle}`)).body;
    expect(Date.parse(product.reservedUntil)).toBeGreaterThan(Date.now());
  });
});

describe("people who are called for what is not theirs", () => {
  it("R1220 “I never sold anything; this number is mine, and I am called about a cycle”", async () => {
    const asha = await newStudent("Asha");
    const cycle = await offered(asha);
    for (const student of [await buyer(), await buyer()]) {
      await numberFrom(student, cycle);
      const json = { productId: cycle, reason: "wrong-number" };
      await student.call("POST", "/api/reports", { json });
    }
    await expectGone(cycle);
    expect((await own(asha, cycle)).restingBecause).toBe("wrong-number");
  });

  it("R1220 “One of them keeps calling although I said no”", async () => {
    const [asha, pest] = [await newStudent("Asha"), await newStudent("Pest")];
    const [cycle, lamp] = [await offered(asha), await offered(asha, "Lamp")];
    expect(await numberFrom(pest, cycle)).toBe(number);
    await asha.call("PUT", `/api/blocks/${pest.userId}`);
    expect(await numberFrom(pest, lamp)).toBeUndefined();
    expect(await isListed(cycle)).toBe(true);
  });

  it("R1220 “Two rivals said that mine is sold, and it was not”", async () => {
    const asha = await newStudent("Asha");
    const cycle = await offered(asha);
    for (const student of [await buyer(), await buyer()]) await saysSold(student, cycle);
    const [notice] = await noticesOf(asha, "sold-said");
    const back = notice.actions.find(({ label }: { label: string }) => label === "Still there");
    expect((await answer(asha, back)).status).toBe(200);
    expect(await isListed(cycle)).toBe(true);
  });

  it("R1220 “My phone does not stop; I want to choose who gets my number”", async () => {
    const [asha, first, second] = [
      await newStudent("Asha"),
      await newStudent("First"),
      await newStudent("Second"),
    ];
    const cycle = (await list(asha, { contact: "ask" })).body.product._id;
    for (const student of [first, second]) {
      expect(await numberFrom(student, cycle)).toBeUndefined();
      await student.call("PUT", `/api/contact-requests/${cycle}`);
    }
    const { received } = (await asha.get("/api/contact-requests")).body;
    const { id } = received.find(
      ({ buyer }: { buyer: { name: string } }) => buyer.name === `First${made - 1}`,
    );
    const json = { answer: "share" };
    expect((await asha.call("POST", `/api/contact-requests/${id}`, { json })).status).toBe(200);
    expect(await numberFrom(first, cycle)).toBe(number);
    expect(await numberFrom(second, cycle)).toBeUndefined();
  });
});
