import { longDateOf } from "@market/contract/dates";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cycle, formOf, list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { startMailServer, type TestMailServer } from "../../test/services/mail-server.ts";
import { type DueJobs, openDueJobs } from "../../test/due-jobs.ts";
import { mailNotices } from "../notices/mails.ts";

let market: TestMarket;
let server: TestMailServer;
let queue: DueJobs;
let mod: TestStudent;
let seller: TestStudent;
let reporters: TestStudent[];

beforeAll(async () => {
  server = await startMailServer();
  market = await openTestMarket({
    MODERATOR_EMAILS: "mod@cgu.example",
    SMTP_URL: server.url,
    LIMITS_NEW_LISTINGS_PER_DAY: "100",
  });
  queue = await openDueJobs(market.parts.config.DATABASE_SESSION_URL ?? "");
  mod = await market.student("Mod");
  seller = await market.student("Seller");
  reporters = await Promise.all(["One", "Two", "Three"].map((name) => market.student(name)));
  await market.parts.db.query(sql`update users set created_at = now() - interval '2 days'`);
});
afterAll(async () => {
  await queue.stop();
  await market.close();
  await server.close();
});

const note = "Against rule four.";
const post = (who: TestStudent, path: string, json: object) => who.call("POST", path, { json });
const listed = async (name: string): Promise<string> =>
  (await list(seller, { name })).body.product._id;
const act = (action: string, productId: string) =>
  post(mod, `/api/moderation/products/${productId}/${action}`, { note });
const notices = async () => (await seller.get("/api/notices")).body.notices;
const own = async (productId: string) =>
  (await seller.get("/api/products/user")).body.products.find(
    ({ _id }: { _id: string }) => _id === productId,
  );
const report = async (productId: string, reporter = reporters[0]) =>
  (await reporter?.call("POST", "/api/reports", { json: { productId, reason: "scam" } })) as {
    status: number;
    body: { report: { receipt: string; dueAt: string } };
  };
const caseOf = async (productId: string) =>
  (await mod.get("/api/moderation/cases?limit=60")).body.cases.find(
    (one: { productId?: string }) => one.productId === productId,
  )?.id as string;
const decide = async (productId: string, action: string) =>
  post(mod, `/api/moderation/cases/${await caseOf(productId)}/decision`, { action, note });
const edit = async (productId: string, fields: object) =>
  seller.call("PUT", `/api/products/${productId}`, {
    form: await formOf({ ...cycle, ...fields }, ["#aa3322"]),
  });

describe("the student whom a decision concerns", () => {
  it.each([
    ["hide", "Your item was hidden: “Lamp 1”. Against rule four."],
    ["remove", "Your item was removed: “Lamp 2”. Against rule four."],
  ])("R916 reads which listing it is, in the notice, after %s", async (action, text) => {
    const productId = await listed(action === "hide" ? "Lamp 1" : "Lamp 2");
    expect((await act(action, productId)).status).toBe(200);
    expect((await notices())[0]).toMatchObject({ kind: "moderation", text, productId });
    const [decision] = (await seller.get("/api/decisions")).body.decisions;
    expect(decision.productName).toBe(action === "hide" ? "Lamp 1" : "Lamp 2");
  });

  it("R916 still has the notice when they have deleted the listing, which is shown again meanwhile", async () => {
    const productId = await listed("Lamp of the deleted");
    await act("hide", productId);
    expect((await seller.call("DELETE", `/api/products/${productId}`)).status).toBe(200);
    expect((await act("restore", productId)).status).toBe(200);
    expect(await notices()).toMatchObject([
      { text: "Your item is shown again: “Lamp of the deleted”. Against rule four.", productId },
      { text: "Your item was hidden: “Lamp of the deleted”. Against rule four.", productId },
      ...Array.from({ length: (await notices()).length - 2 }, () => ({})),
    ]);
  });

  it("R916 reads which listing it is in the mail", async () => {
    const productId = await listed("Lamp by mail");
    await act("hide", productId);
    await mailNotices(market.parts);
    await queue.work(market.parts.outbox.jobs);
    expect(server.mails.find(({ to }) => to === "seller@cgu.example")?.text).toContain(
      "- Your item was hidden: “Lamp by mail”. Against rule four.",
    );
  });

  it("R917 reads that reports have hidden a listing and when that is decided, and has nothing to appeal", async () => {
    const productId = await listed("Lamp of three");
    expect(await own(productId)).not.toHaveProperty("hiddenBecause");
    let due = "";
    for (const each of reporters) due = (await report(productId, each)).body.report.dueAt;
    const [{ due: first } = { due: new Date(0) }] = await market.parts.db.query<{ due: Date }>(sql`
      select due_at as due from cases where product_id = ${productId}`);
    const sentence = `Several students have reported this item. It is hidden until a moderator has looked at it, by ${longDateOf(first)} at the latest.`;
    expect(due).not.toBe("");
    expect(await own(productId)).toMatchObject({ hidden: true, hiddenBecause: sentence });
    const [notice] = await notices();
    expect(notice).toMatchObject({
      text: `Your item was hidden: “Lamp of three”. ${sentence}`,
      productId,
    });
    const { decisions } = (await seller.get("/api/decisions")).body;
    expect(decisions.some((one: { productId: string }) => one.productId === productId)).toBe(false);
    for (const viewer of [market.stranger, reporters[0]])
      expect((await viewer?.get(`/api/items/${productId}`))?.status).toBe(404);

    expect((await decide(productId, "hide")).status).toBe(200);
    expect((await own(productId)).hiddenBecause).toBe("Against rule four.");
    await act("restore", productId);
    expect(await own(productId)).not.toHaveProperty("hiddenBecause");
  });

  it("R917 reads a moderator's reason on a listing that was hidden without a report", async () => {
    const productId = await listed("Lamp of one");
    await act("hide", productId);
    expect((await own(productId)).hiddenBecause).toBe("Against rule four.");
    await market.parts.db.query(sql`delete from decisions where product_id = ${productId}`);
    expect((await own(productId)).hiddenBecause).toBe("A moderator has hidden this item.");
  });
});

describe("a report that was dismissed", () => {
  it("R918 can be sent again once the listing has changed since the decision", async () => {
    const productId = await listed("Lamp of two reports");
    const first = await report(productId);
    // Changed before the decision: that is what the moderator has seen.
    expect((await edit(productId, { name: "Lamp, edited" })).status).toBe(200);
    expect((await report(productId)).status).toBe(200);
    await decide(productId, "dismiss");
    await seller.call("PUT", `/api/products/${productId}/toggle-sold`, { json: { isSold: true } });
    await seller.call("PUT", `/api/products/${productId}/toggle-sold`, { json: { isSold: false } });
    expect(await report(productId)).toMatchObject({
      status: 200,
      body: { report: { receipt: first.body.report.receipt } },
    });
    expect(
      (await edit(productId, { name: "Lamp, edited", address: "Call 98765 43210" })).status,
    ).toBe(200);
    const second = await report(productId);
    expect(second.status).toBe(201);
    expect(second.body.report.receipt).not.toBe(first.body.report.receipt);
    expect(await report(productId)).toMatchObject({
      status: 200,
      body: { report: { receipt: second.body.report.receipt } },
    });
    const { reports } = (await reporters[0]?.get("/api/reports"))?.body ?? {};
    expect(
      reports
        .filter((one: { productId?: string }) => one.productId === productId)
        .map(({ state }: { state: string }) => state),
    ).toEqual(["received", "dismissed"]);
  });

  it("R918 is not sent again if it was upheld, or if the listing is as it was", async () => {
    const productId = await listed("Lamp that was warned of");
    const first = await report(productId);
    await decide(productId, "warn");
    await edit(productId, { name: "Lamp, edited again" });
    expect(await report(productId)).toMatchObject({
      status: 200,
      body: { report: { receipt: first.body.report.receipt } },
    });
  });

  it("R918 counts once among the students who say that a listing is sold", async () => {
    const productId = await listed("Lamp that is said to be sold");
    const say = (reporter: TestStudent | undefined) =>
      reporter?.call("POST", "/api/reports", { json: { productId, reason: "already-sold" } });
    await say(reporters[0]);
    await say(reporters[1]);
    await decide(productId, "dismiss");
    await edit(productId, { name: "Lamp, not sold" });
    expect((await say(reporters[0]))?.status).toBe(201);
    expect((await own(productId)).saidSold).toBeUndefined();
    await say(reporters[2]);
    expect((await own(productId)).saidSold).toBe(true);
  });
});

describe("the transparency page", () => {
  it("R919 has its numbers in its bytes", async () => {
    const { months } = (await market.stranger.get("/api/transparency")).body;
    const { status, text } = await market.stranger.get("/transparency");
    expect(status).toBe(200);
    expect(months.length).toBeGreaterThan(0);
    const page = text.slice(0, text.indexOf('id="data"'));
    expect(page).toContain("New items");
    expect(page).toMatch(/New students<\/th>\s*<td[^>]*>(?:5|fewer than 5)<\/td>/);
  });
});
