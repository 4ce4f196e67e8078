import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type DueJobs, openDueJobs } from "../../test/due-jobs.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { startMailServer, type TestMailServer } from "../../test/services/mail-server.ts";
import { startPushService, type TestPushService } from "../../test/services/push-service.ts";
import type { Context } from "../context.ts";
import { newId } from "../db/ids.ts";
import { mailNotices } from "../notices/mails.ts";
import { addNotice } from "../notices/notices.sql.ts";
import { pushJobs, pushNotices } from "../notices/push.ts";
import { recurringJobs } from "../operations/recurring.ts";
import { announceUrgentCase, remindModerators } from "./case-news.ts";

let market: TestMarket;
let mails: TestMailServer;
let pushes: TestPushService;
let queue: DueJobs;
let mod: TestStudent;
let other: TestStudent;
let seller: TestStudent;
let reporter: TestStudent;

beforeAll(async () => {
  mails = await startMailServer();
  pushes = await startPushService();
  market = await openTestMarket({
    // The last one has never signed in.
    MODERATOR_EMAILS: ["mod", "other", "newcomer", "absent"]
      .map((name) => `${name}@cgu.example`)
      .join(","),
    SMTP_URL: mails.url,
    PUSH: "on",
    PUSH_SERVICES: pushes.host,
    LIMITS_REPORTS_PER_DAY: "1000",
    LIMITS_NEW_LISTINGS_PER_DAY: "100",
  });
  queue = await openDueJobs(market.parts.config.DATABASE_SESSION_URL ?? "");
  mod = await market.student("Mod");
  other = await market.student("Other");
  await market.student("Newcomer", { registered: false });
  seller = await market.student("Seller");
  reporter = await market.student("Reporter");
});
afterAll(async () => {
  await queue.stop();
  await market.close();
  await mails.close();
  await pushes.close();
});
afterEach(async () => {
  const { db } = market.parts;
  await db.query(sql`update cases set closed_at = now(), created_at = now() - interval '2 hours'`);
  await db.query(sql`delete from notices`);
  await db.query(sql`delete from outbox`);
  mails.mails.length = 0;
  pushes.messages.length = 0;
});

const note = "Against rule four.";
const listed = async (who = seller): Promise<string> =>
  (await list(who, { name: "Odd lamp" })).body.product._id;
const words = "Priya Sharma, 98765 43210, lives in room 12";
const report = async (reason: string, productId?: string, who = reporter) => {
  const json = { productId: productId ?? (await listed()), reason, details: words };
  expect((await who.call("POST", "/api/reports", { json })).status).toBe(201);
  return json.productId;
};
const notices = async (who: TestStudent) => (await who.get("/api/notices")).body.notices;
const textsOf = async (who: TestStudent) =>
  (await notices(who)).map(({ text }: { text: string }) => text);
/** The mails by recipient. */
async function mailed() {
  await mailNotices(market.parts);
  await queue.work(market.parts.outbox.jobs);
  return Object.fromEntries(mails.mails.map(({ to, text }) => [to.split("@")[0], text]));
}
const openCase = async (productId: string) =>
  (await other.get("/api/moderation/cases?limit=60")).body.cases.find(
    (one: { productId?: string }) => one.productId === productId,
  )?.id as string;
const when = String.raw`\d+ \w+ \d{4} at \d+:\d\d [ap]m`;
const complain = (subject: string) =>
  market.stranger.call("POST", "/api/grievances", {
    json: { name: words, email: "a@x.example", subject, details: words, urgent: true },
  });

describe("an urgent case", () => {
  it("R925 R1003 is told to every moderator immediately, in the bell, as a push and by mail, without a name or what reporters wrote, and leads to the case", async () => {
    await mod.call("PUT", "/api/push", { json: pushes.browser("mod") });
    await seller.call("PUT", "/api/push", { json: pushes.browser("seller") });
    const productId = await report("personal-data");
    const text = new RegExp(
      `^Urgent case: It shows somebody's private data\\. It is due by ${when}\\.$`,
    );
    const caseId = await openCase(productId);
    for (const who of [mod, other]) {
      expect(await notices(who)).toMatchObject([
        { kind: "case", text: expect.stringMatching(text), caseId },
      ]);
      expect((await notices(who))[0]).not.toHaveProperty("productId");
    }
    for (const who of [seller, reporter]) expect(await notices(who)).toEqual([]);
    await pushNotices(market.parts);
    await queue.work(pushJobs(market.parts));
    expect(pushes.messages.map(({ payload }) => payload)).toMatchObject([
      { text: expect.stringMatching(text), path: `/moderation?case=${caseId}` },
    ]);
    const sent = await mailed();
    expect(Object.keys(sent).toSorted()).toEqual(["mod", "newcomer", "other"]);
    for (const mail of mails.mails) {
      expect(mail.head).toMatch(/^Subject: CGU Marketplace: an urgent case$/m);
      expect(mail.text).toContain(
        `Moderators decide here: http://localhost:3000/moderation?case=${caseId}`,
      );
      expect(mail.text).toContain("It shows somebody's private data");
      expect(mail.head + mail.text).not.toMatch(/Priya|98765|room 12|lamp|Seller|Reporter/i);
      expect(/\/u\/\w/.test(mail.text)).toBe(mail.to !== "newcomer@cgu.example");
    }

    mails.mails.length = 0;
    await report("personal-data", productId, await market.student("Second"));
    expect((await notices(mod)).length).toBe(1);
    expect(await mailed()).toEqual({});
  });

  it("R925 is one that an authority ordered, which the moderator who marked it knows", async () => {
    const productId = await report("scam");
    expect(await notices(other)).toEqual([]);
    const path = `/api/moderation/cases/${await openCase(productId)}/authority`;
    expect((await mod.call("POST", path)).status).toBe(200);
    expect(await notices(mod)).toEqual([]);
    expect(await textsOf(other)).toEqual([
      expect.stringMatching(
        /^Urgent case: Ordered by an authority; It looks like a scam\. It is due by /,
      ),
    ]);
    expect(Object.keys(await mailed()).toSorted()).toEqual(["newcomer", "other"]);
  });

  it("R925 that is a moderator's own is told to them as nothing but a case", async () => {
    await report("personal-data", await listed(mod));
    expect(await textsOf(mod)).toEqual([
      "A case that concerns you, or that you reported, is open.",
    ]);
    expect((await textsOf(other))[0]).toContain("private data");
    const sent = await mailed();
    expect(sent["mod"]).toMatch(/^A case that concerns you, or that you reported, is open\.\n/);
    expect(sent["mod"]).not.toMatch(/private|urgent|due/);
    const [mail] = mails.mails.filter(({ to }) => to === "mod@cgu.example");
    expect(mail?.head).not.toMatch(/urgent/i);
  });

  it("R925 among more than twenty within an hour is told with the others, once an hour", async () => {
    for (let nth = 0; nth < 23; nth++)
      await market.parts.db.query(sql`
        insert into cases (id, user_id, snapshot, urgent, due_at)
        select gen_random_uuid(), null, '{}', true, now() from generate_series(1, 1)`);
    const text =
      "More than 20 urgent cases came within an hour. You hear of the others once an hour.";
    expect((await complain("One")).status).toBe(201);
    expect(await textsOf(mod)).toEqual([text]);
    // All of them are in the queue.
    expect((await notices(mod))[0]).not.toHaveProperty("caseId");
    await market.parts.db.query(sql`delete from notices`);
    await market.parts.db.query(sql`delete from outbox`);
    // In one transaction, which has one time, as the hour may end between two requests.
    await market.parts.db.transaction(async (transaction) => {
      for (let nth = 0; nth < 2; nth++)
        await announceUrgentCase(market.parts, transaction, newId());
    });
    expect(await textsOf(mod)).toEqual([text]);
    await mailed();
    expect(mails.mails.filter(({ to }) => to === "mod@cgu.example").length).toBe(1);
  });

  it("R925 that is a moderator's own and comes in a flood leaves them to hear of the flood", async () => {
    const { db } = market.parts;
    await db.query(sql`
      insert into cases (id, user_id, snapshot, urgent, due_at)
      select gen_random_uuid(), null, '{}', true, now() from generate_series(1, 20)`);
    await report("personal-data", await listed(mod));
    const [own] = await db.query<{ id: string }>(sql`
      select id from cases where closed_at is null and product_id is not null`);
    await db.query(sql`delete from notices`);
    await db.query(sql`delete from outbox`);
    // In one transaction, which has one time, as the hour may end between two requests.
    await db.transaction(async (transaction) => {
      for (const id of [own?.id ?? "", newId(), own?.id ?? "", newId()])
        await announceUrgentCase(market.parts, transaction, id);
    });
    const texts = [
      "A case that concerns you, or that you reported, is open.",
      "More than 20 urgent cases came within an hour. You hear of the others once an hour.",
    ];
    expect((await textsOf(mod)).toSorted()).toEqual(texts);
    expect(await textsOf(other)).toEqual([texts[1]]);
    await mailed();
    const got = mails.mails.filter(({ to }) => to === "mod@cgu.example").map(({ text }) => text);
    expect(got.toSorted()).toEqual(texts.map((text) => expect.stringMatching(`^${text}`)));
  });

  it("R925 is not told to a moderator who has turned cases off, nor mailed to one who has turned mails off", async () => {
    await mod.call("PUT", "/api/notices/settings", { json: { case: false } });
    await other.call("PUT", "/api/notices/settings", { json: { mail: false } });
    await complain("A grievance");
    expect([await notices(mod), (await notices(other)).length]).toEqual([[], 1]);
    expect(Object.keys(await mailed()).filter((name) => name !== "a")).toEqual(["newcomer"]);
    await mod.call("PUT", "/api/notices/settings", { json: { case: true } });
    await other.call("PUT", "/api/notices/settings", { json: { mail: true } });
  });
});

describe("the other cases", () => {
  it("R925 R1000 are told in one line a day at 09:00 in India: those that the moderator can decide, and how many more there are", async () => {
    const job = recurringJobs(market.parts).find(({ name }) => name === "tell-moderators");
    expect(job?.cron).toBe("30 3 * * *");
    await remindModerators(market.parts);
    expect(await notices(mod)).toEqual([]);
    await report("scam");
    await report("scam");
    await report("duplicate", await listed(mod));
    await report("personal-data", await listed(), await market.student("Third"));
    await market.parts.db.query(sql`delete from notices`);
    await mailed();
    mails.mails.length = 0;
    // In one transaction, which has one time, as the day may end between two.
    await market.parts.db.transaction(async (transaction) => {
      const db: Context["db"] = { ...market.parts.db, transaction: (work) => work(transaction) };
      for (let times = 0; times < 2; times++) await remindModerators({ ...market.parts, db });
    });
    const line = (count: number, reasons: string, rest = "") =>
      expect.stringMatching(
        new RegExp(
          `^${count} cases wait for a decision, 1 of them urgent: ${reasons}\\. The first is due by ${when}\\.${rest}$`,
        ),
      );
    const reasons = String.raw`It looks like a scam \(2\); It shows somebody's private data \(1\)`;
    const rest = String.raw` 1 more can only be decided by another moderator\.`;
    expect(await textsOf(mod)).toEqual([line(3, reasons, rest)]);
    expect(await textsOf(other)).toEqual([
      line(4, String.raw`${reasons}; It is listed twice \(1\)`),
    ]);
    expect(Object.keys(await mailed()).toSorted()).toEqual(["mod", "newcomer", "other"]);
    expect(mails.mails.length).toBe(3);
    for (const { head, text } of mails.mails)
      expect(head + text).not.toMatch(/Priya|98765|room 12|lamp|Seller|Third/i);
  });

  it("R925 are not told to a moderator who can decide none of them", async () => {
    await report("duplicate", await listed(mod));
    await remindModerators(market.parts);
    expect(await notices(mod)).toEqual([]);
    expect(await textsOf(other)).toEqual([
      expect.stringMatching(/^1 case waits for a decision: It is listed twice \(1\)\./),
    ]);
  });

  it("R1000 do not count an appeal against the moderator's own decision, which another moderator decides", async () => {
    const productId = await report("scam");
    const path = `/api/moderation/cases/${await openCase(productId)}/decision`;
    expect((await mod.call("POST", path, { json: { action: "hide", note } })).status).toBe(200);
    const [{ id: decisionId }] = (await seller.get("/api/decisions")).body.decisions;
    const json = { decisionId, text: "It is mine." };
    expect((await seller.call("POST", "/api/appeals", { json })).status).toBe(201);
    await report("duplicate");
    await remindModerators(market.parts);
    expect(await textsOf(mod)).toEqual([
      expect.stringMatching(
        /^1 case waits for a decision: It is listed twice \(1\)\. .* 1 more can only be decided by another moderator\.$/,
      ),
    ]);
    expect(await textsOf(other)).toEqual([expect.stringMatching(/^2 cases wait .*Appeal \(1\)/)]);
  });
});

describe("what only moderators learn of", () => {
  it("R943 is the kind of notice: a student's settings neither have it nor take it", async () => {
    expect((await mod.get("/api/notices/settings")).body.settings).toMatchObject({ case: true });
    const settings = Object.keys((await seller.get("/api/notices/settings")).body.settings);
    expect(settings.length).toBeGreaterThan(5);
    expect(settings).not.toContain("case");
    const put = async (who: TestStudent, name: string) => {
      const { status, body } = await who.call("PUT", "/api/notices/settings", {
        json: { [name]: false },
      });
      const { requestId: _, ...said } = body;
      return JSON.stringify([status, said]).replaceAll(name, "…");
    };
    expect(await put(seller, "case")).toBe(await put(seller, "nonsense"));
    expect(await put(mod, "nonsense")).toContain("invalid-fields");
    expect(await put(mod, "case")).toContain('"case":false'.replace("case", "…"));
    await mod.call("PUT", "/api/notices/settings", { json: { case: true } });
  });

  it("R943 is left out for a student who was a moderator once", async () => {
    await addNotice(market.parts.db, {
      userId: seller.userId,
      kind: "case",
      text: "Urgent case",
      dedupeKey: "case:old",
    });
    const { unread, notices: shown } = (await seller.get("/api/notices")).body;
    expect([unread, shown]).toEqual([0, []]);
  });

  it("R943 is in the moderators' description of the API, and in no other", async () => {
    const { paths } = (await mod.get("/api/moderation/openapi.json")).body;
    for (const [path, method] of [
      ["/api/notices", "get"],
      ["/api/notices/settings", "get"],
      ["/api/notices/settings", "put"],
    ] as const)
      expect(JSON.stringify(paths[path][method])).toContain('"case"');
    const open = (await market.stranger.get("/api/openapi.json")).text;
    expect(open).toContain('"search-match"');
    expect(open).not.toMatch(/"cases?"/);
  });

  it("R944 is the number of open cases, however old the moderator's session is", async () => {
    const count = async () => (await mod.get("/api/notices?limit=1")).body.cases;
    expect(await count()).toBe(0);
    await report("scam");
    const productId = await report("duplicate");
    expect(await count()).toBe(2);
    const path = `/api/moderation/cases/${await openCase(productId)}/decision`;
    await mod.call("POST", path, { json: { action: "dismiss", note } });
    expect(await count()).toBe(1);
    expect((await seller.get("/api/notices?limit=1")).body).not.toHaveProperty("cases");
    await market.parts.db.query(sql`
      update sessions set created_at = now() - interval '13 hours'
      where identity_id = (select identity_id from users where id = ${mod.userId})`);
    expect((await mod.get("/api/moderation/cases")).status).toBe(401);
    expect(await count()).toBe(1);
  });
});
