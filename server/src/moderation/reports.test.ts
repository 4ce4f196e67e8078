import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let seller: TestStudent;
let reporter: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({
    LIMITS_NEW_LISTINGS_PER_DAY: "100",
    LIMITS_ACTIVE_LISTINGS: "100",
  });
  seller = await market.student("Seller");
  reporter = await market.student("Reporter");
});
afterAll(() => market.close());

const report = (student: TestStudent, json: object) =>
  student.call("POST", "/api/reports", { json });
const listing = async () => (await list(seller)).body.product._id as string;

/** A student who has been here for two days. */
async function settled(name: string): Promise<TestStudent> {
  const student = await market.student(name);
  await market.parts.db.query(sql`
    update users set created_at = now() - interval '2 days' where id = ${student.userId}`);
  return student;
}
const isHidden = async (productId: string) =>
  (await market.stranger.get(`/api/items/${productId}`)).status === 404;
const hours = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 3_600_000);

describe("a report", () => {
  it("D22 is answered with a receipt and the day by which it is decided", async () => {
    const productId = await listing();
    const { status, body } = await report(reporter, {
      productId,
      reason: "scam",
      details: "  Asks for money first ",
    });
    expect([status, body.message]).toEqual([
      201,
      "Thank you. A moderator will look at your report.",
    ]);
    expect(body.report).toMatchObject({ reason: "scam", state: "received" });
    expect(body.report.receipt).toMatch(/^R-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
    expect(hours(body.report.createdAt, body.report.dueAt)).toBe(168);
  });

  it("D22 of the same thing by the same student gets the first receipt", async () => {
    const productId = await listing();
    const first = await report(reporter, { productId, reason: "scam" });
    const again = await report(reporter, { productId, reason: "offensive" });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.report).toEqual(first.body.report);
  });

  it("D22 sent twice under one key is one report", async () => {
    const productId = await listing();
    const send = () =>
      reporter.call("POST", "/api/reports", {
        json: { productId, reason: "other" },
        headers: { "idempotency-key": "one-report-only" },
      });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
  });

  it.each([
    ["personal-data", "", 36],
    ["offensive", "It shows nudity or pretends to be somebody", 36],
    ["offensive", "impersonates my room mate", 36],
    ["offensive", "rude words", 168],
    ["misleading", "naked wire", 168],
  ])("D22 for %s (%j) is decided within %i hours", async (reason, details, wanted) => {
    const { body } = await report(reporter, { productId: await listing(), reason, details });
    expect(hours(body.report.createdAt, body.report.dueAt)).toBe(wanted);
  });

  it("D22 may be about a person", async () => {
    const { status, body } = await report(reporter, { userId: seller.userId, reason: "scam" });
    expect([status, body.report.userId]).toEqual([201, seller.userId]);
  });

  it("D22 is listed newest first, page by page, to its sender only", async () => {
    const student = await market.student("Lister");
    const made: string[] = [];
    for (let nth = 0; nth < 3; nth++)
      made.unshift(
        (await report(student, { productId: await listing(), reason: "other" })).body.report
          .receipt,
      );
    const first = await student.get("/api/reports?limit=2");
    const next = /<([^>]+)>; rel="next"/.exec(first.headers["link"] ?? "")?.[1] ?? "";
    const second = await student.get(next);
    const receipts = [...first.body.reports, ...second.body.reports].map(
      ({ receipt }: { receipt: string }) => receipt,
    );
    expect(receipts).toEqual(made);
    expect(second.headers["link"]).toBeUndefined();
    expect(first.body.reports[0].outcome).toBe("We have your report. A moderator will look at it.");
    expect((await seller.get("/api/reports")).body.reports).toEqual([]);
  });

  it("D22 of the caller's own listing is refused", async () => {
    const { status, body } = await report(seller, { productId: await listing(), reason: "scam" });
    expect([status, body.code]).toEqual([422, "own-product"]);
    const self = await report(seller, { userId: seller.userId, reason: "scam" });
    expect([self.status, self.body.code]).toEqual([422, "own-product"]);
  });

  it.each([
    ["nothing at all", undefined],
    ["neither id", { reason: "scam" }],
    [
      "both ids",
      {
        reason: "scam",
        productId: "01994e50-0000-7000-8000-000000000000",
        userId: "01994e50-0000-7000-8000-000000000000",
      },
    ],
    ["an unknown reason", { userId: "01994e50-0000-7000-8000-000000000000", reason: "boring" }],
    [
      "details that are too long",
      {
        userId: "01994e50-0000-7000-8000-000000000000",
        reason: "other",
        details: "x".repeat(1001),
      },
    ],
  ])("D22 with %s is refused with the fields that are wrong", async (_, json) => {
    const answer = await reporter.call("POST", "/api/reports", { json });
    expect([answer.status, answer.body.code]).toEqual([422, "invalid-fields"]);
    expect(answer.body.errors.length).toBeGreaterThan(0);
  });

  it("D11 D22 has a daily limit, which repeats do not use", async () => {
    const other = await openTestMarket({ LIMITS_REPORTS_PER_DAY: "2" });
    const eager = await other.student("Eager");
    const sellers = [await other.student("One"), await other.student("Two")];
    const answers = await Promise.all(
      [...sellers, ...sellers].map(({ userId }) => report(eager, { userId, reason: "scam" })),
    );
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([
      200, 200, 201, 201,
    ]);
    const { userId } = await other.student("Three");
    const { status, body, headers } = await report(eager, { userId, reason: "scam" });
    expect([status, body.code]).toEqual([429, "report-quota"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    await other.close();
  });

  it("D11 D22 sent concurrently by one student are limited to twenty a day, with one case each", async () => {
    const flooder = await settled("Flooder");
    const people = await Promise.all(
      Array.from({ length: 60 }, (_, nth) => market.student(`Flooded-${nth}`)),
    );
    const answers = await Promise.all(
      people.map(({ userId }) => report(flooder, { userId, reason: "scam" })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBe(20);
    expect(statuses.filter((status) => status === 429).length).toBe(40);
    const stored = await market.parts.db.query(sql`
      select from cases one join reports report on report.case_id = one.id
      where report.reporter_id = ${flooder.userId}`);
    expect(stored.length).toBe(20);
  });
});

describe("reports that hide a listing", () => {
  it("D22 hide it with the third student, once, under 200 concurrent ones", async () => {
    const productId = await listing();
    const crowd = await Promise.all(
      Array.from({ length: 200 }, (_, nth) => settled(`Crowd-${nth}`)),
    );
    const answers = await Promise.all(
      crowd.map((student) => report(student, { productId, reason: "scam" })),
    );
    const statuses = answers.map(({ status }) => status);
    // Reports after the third may find it hidden.
    expect(statuses.filter((status) => ![201, 404].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(3);
    const log = await market.parts.db.query<{ action: string; automatic: boolean }>(sql`
      select action, automatic from moderation_log where product_id = ${productId}`);
    expect(log).toEqual([{ action: "hide", automatic: true }]);
    const cases = await market.parts.db.query(sql`
      select from cases where product_id = ${productId}`);
    expect(cases.length).toBe(1);
    expect(await isHidden(productId)).toBe(true);
    const own = (await seller.get("/api/products/user")).body.products;
    expect(own.find(({ _id }: { _id: string }) => _id === productId)).toMatchObject({
      hidden: true,
    });
    const first = crowd[statuses.indexOf(201)];
    const mine = (await first?.get("/api/reports"))?.body.reports;
    expect(mine.map(({ state }: { state: string }) => state)).toContain("in-review");
  });

  it("D22 must come from accounts older than a day", async () => {
    const productId = await listing();
    for (const name of ["New-1", "New-2", "New-3"])
      await report(await market.student(name), { productId, reason: "scam" });
    for (const name of ["Old-1", "Old-2"])
      await report(await settled(name), { productId, reason: "scam" });
    expect(await isHidden(productId)).toBe(false);
    await report(await settled("Old-3"), { productId, reason: "prohibited" });
    expect(await isHidden(productId)).toBe(true);
  });

  it("D22 must not come from students who are suspended since", async () => {
    const productId = await listing();
    for (const name of ["Suspended-1", "Fair-1", "Fair-2"]) {
      const student = await settled(name);
      await report(student, { productId, reason: "scam" });
      if (name !== "Suspended-1") continue;
      await market.parts.db.query(sql`
        update users set suspended_at = now() where id = ${student.userId}`);
    }
    expect(await isHidden(productId)).toBe(false);
    await report(await settled("Fair-3"), { productId, reason: "scam" });
    expect(await isHidden(productId)).toBe(true);
  });

  it("D22 must have another reason than sold or listed twice", async () => {
    const productId = await listing();
    const reasons = ["already-sold", "already-sold", "already-sold", "duplicate"];
    for (const [nth, reason] of reasons.entries())
      await report(await settled(`Harmless-${nth}`), { productId, reason });
    expect(await isHidden(productId)).toBe(false);
  });
});

describe("reports that a listing is sold", () => {
  it("D54 prompt its seller from the third on, until it is confirmed or marked sold", async () => {
    const owner = await market.student("Owner");
    const { _id: productId } = (await list(owner)).body.product;
    const own = async () => (await owner.get("/api/products/user")).body.products[0];
    const say = async (round: number) => {
      for (let nth = 0; nth < 3; nth++) {
        expect((await own()).saidSold).toBeUndefined();
        const student = await market.student(`Says-${round}-${nth}`);
        await report(student, { productId, reason: "already-sold" });
      }
      expect((await own()).saidSold).toBe(true);
    };
    await say(1);
    const path = `/api/products/${productId}/confirm`;
    expect((await reporter.call("POST", path)).body.code).toBe("product-not-found");
    const { status, body } = await owner.call("POST", path);
    expect([status, body.message]).toEqual([200, "Thank you. It stays listed."]);
    await say(2);
    await owner.call("PUT", `/api/products/${productId}/toggle-sold`, { json: { isSold: true } });
    expect((await own()).saidSold).toBeUndefined();
    expect((await market.stranger.get(`/api/items/${productId}`)).text).not.toContain("saidSold");
  });
});
