import sql, { type Sql } from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DueJobs, openDueJobs } from "../../test/due-jobs.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { openPhone, tokenIn } from "../../test/phone.ts";
import { startMailServer, type TestMailServer } from "../../test/services/mail-server.ts";
import { readDump } from "../../test/whole-database.ts";
import { mailNotices } from "../notices/mails.ts";
import { expireRequests } from "../notices/request-notices.ts";

let server: TestMailServer;
let market: TestMarket;
let queue: DueJobs;
let lines = "";

beforeAll(async () => {
  server = await startMailServer();
  market = await openTestMarket(
    {
      SMTP_URL: server.url,
      MAIL_FROM: "market@cgu.example",
      LOG_LEVEL: "trace",
      TRUSTED_PROXIES: "1",
      LIMITS_NEW_LISTINGS_PER_DAY: "1000",
      LIMITS_REQUESTS_PER_MINUTE: "100000",
    },
    { write: (line: string) => void (lines += line) },
  );
  queue = await openDueJobs(market.parts.config.DATABASE_SESSION_URL ?? "");
});
afterAll(async () => {
  await queue.stop();
  await market.close();
  await server.close();
});

const query = (statement: Sql) => market.parts.db.query(statement);
const phone = () => openPhone(market);
const idOf = async (student: TestStudent, fields: Record<string, string> = {}) =>
  (await list(student, { contact: "ask", ...fields })).body.product._id as string;
const ask = async (student: TestStudent, productId: string) =>
  (await student.call("PUT", `/api/contact-requests/${productId}`)).body.request.id as string;
const stateOf = async (student: TestStudent) =>
  (await student.get("/api/contact-requests")).body.made[0].state;
/** Two concurrent processes. */
async function mailsTo(name: string) {
  await Promise.all([mailNotices(market.parts), mailNotices(market.parts)]);
  await queue.work(market.parts.outbox.jobs);
  return server.mails.filter(({ to }) => to === `${name.toLowerCase()}@cgu.example`);
}
const linkIn = (text = "") => /\/r\/[\w-]{22}/.exec(text)?.[0] ?? "";

let pairs = 0;
/** A request, and the link to it in the seller's mail. */
async function asked(fields: Record<string, string> = {}) {
  pairs += 1;
  const name = `Asha${pairs}`;
  const phoneNumber = `+91981240${String(pairs).padStart(4, "0")}`;
  const seller = await market.student(name, { phone: phoneNumber });
  const buyer = await market.student(`Rohan${pairs}`, { phone: "+919812300099" });
  const productId = await idOf(seller, fields);
  const requestId = await ask(buyer, productId);
  const [mail] = await mailsTo(name);
  return { name, seller, buyer, productId, requestId, mail, link: linkIn(mail?.text), phoneNumber };
}

describe("a mail about a request", () => {
  it("R1201 is sent immediately and once, with a link that is stored nowhere", async () => {
    const { name, mail, link } = await asked({ name: "Green lamp" });
    expect(mail?.head).toMatch(
      new RegExp(`^Subject: CGU Marketplace: Rohan${pairs} asks for your number$`, "m"),
    );
    expect(mail?.text).toContain(`Rohan${pairs} (no deals yet) asks for your number: Green lamp`);
    expect(mail?.text).toContain("Answer without logging in:\nhttp://localhost:3000/r/");
    expect(mail?.text).not.toMatch(/98123000|98124/);
    expect(await mailsTo(name)).toHaveLength(1);
    expect(await readDump(market.parts.db)).not.toContain(link.slice(3));
  });

  it("R1201 comes five times a day; the others are in the daily one, and none was read before", async () => {
    const seller = await market.student("Busy");
    const productId = await idOf(seller);
    const readNow = await market.student("Quick");
    await ask(readNow, productId);
    await seller.call("POST", "/api/notices/read");
    expect(await mailsTo("Busy")).toEqual([]);
    for (let nth = 0; nth < 7; nth += 1) await ask(await market.student(`Crowd${nth}`), productId);
    expect(await mailsTo("Busy")).toHaveLength(5);
    await query(sql`
      update notices set created_at = created_at - interval '61 minutes' where user_id = ${seller.userId}`);
    const [, , , , , digest, ...others] = await mailsTo("Busy");
    expect(others).toEqual([]);
    expect(digest?.text.match(/asks for your number/g)).toHaveLength(2);
    expect(linkIn(digest?.text)).toBe("");
  });

  it("R1201 is not sent to students without mails, of the kind turned off, or for a withdrawn request", async () => {
    const [silent, off] = [await market.student("Silent"), await market.student("Off")];
    await silent.call("PUT", "/api/notices/settings", { json: { mail: false } });
    await off.call("PUT", "/api/notices/settings", { json: { "contact-request": false } });
    const hasty = await market.student("Hasty");
    const buyer = await market.student("Bidder");
    for (const seller of [silent, off]) await ask(buyer, await idOf(seller));
    const withdrawn = await idOf(hasty);
    await ask(buyer, withdrawn);
    await buyer.call("DELETE", `/api/contact-requests/${withdrawn}`);
    for (const name of ["Silent", "Off", "Hasty"]) expect(await mailsTo(name)).toEqual([]);
  });

  it("R1195 counts as delivered once the mail server has it", async () => {
    const { requestId } = await asked();
    await query(sql`
      update contact_requests set created_at = created_at - interval '25 hours' where id = ${requestId}`);
    await expireRequests(market.parts);
    expect(
      await query(sql`select unanswered from contact_requests where id = ${requestId}`),
    ).toEqual([{ unanswered: true }]);
  });
});

describe("the page of a request", () => {
  it("R1202 shows the request and nothing else, and changes nothing by itself", async () => {
    const { link, phoneNumber, productId, buyer } = await asked({ name: "Blue <lamp>" });
    const page = await phone().get(link);
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    });
    expect(page.headers["content-security-policy"]).not.toContain("script");
    expect(page.headers["set-cookie"]).toBeUndefined();
    expect(page.text).toContain(`Rohan${pairs} asks for your number`);
    expect(page.text).toContain("Blue &lt;lamp&gt;</h2>");
    expect(page.text).toContain(`Rohan${pairs}: No deals yet`);
    expect(page.text).not.toContain(phoneNumber.slice(3));
    expect(page.text).not.toMatch(/98123000|Gate 2/);
    expect(page.text).not.toContain(productId);
    expect(await stateOf(buyer)).toBe("open");
  });

  it.each([
    ["share", "Share your number with", "shared", "You shared your number."],
    ["not-now", "Say “Not now” to", "refused", "The number was not shared."],
    ["sold", "Is Hero Sprint cycle sold?", "refused", "The number was not shared."],
  ])("R1202 %s takes two POSTs, and then is answered", async (word, question, state, said) => {
    const { link, buyer, seller } = await asked();
    const { post, get } = phone();
    const first = await post(`${link}/${word}`);
    expect([first.status, first.text.includes(question)]).toEqual([200, true]);
    expect(await stateOf(buyer)).toBe("open");
    for (const token of ["none", "A".repeat(22)])
      expect((await post(`${link}/${word}`, { token })).status).toBe(200);
    const other = word === "share" ? "not-now" : "share";
    expect((await post(`${link}/${other}`, { token: tokenIn(first.text) })).status).toBe(200);
    expect(await stateOf(buyer)).toBe("open");
    const second = await post(`${link}/${word}`, { token: tokenIn(first.text) });
    expect([second.status, second.headers["location"]]).toEqual([303, link]);
    expect(await stateOf(buyer)).toBe(state);
    const after = await get(link);
    expect(after.text).toContain(said);
    expect(after.text).not.toContain("<form");
    expect((await post(`${link}/share`)).status).toBe(303);
    const notices = (await seller.get("/api/notices")).body.notices as { kind: string }[];
    expect(notices.find(({ kind }) => kind === "contact-request")).toMatchObject({ actions: [] });
  });

  it("R1202 answers expired requests, and two phones at the same time once", async () => {
    const { link, requestId, buyer } = await asked();
    await query(sql`
      update contact_requests set created_at = created_at - interval '25 hours' where id = ${requestId}`);
    expect((await phone().get(link)).text).toContain("You can still share your number.");
    const words = ["share", "not-now"];
    const questions = await Promise.all(words.map((word) => phone().post(`${link}/${word}`)));
    const answers = await Promise.all(
      words.map((word, nth) =>
        phone().post(`${link}/${word}`, { token: tokenIn(questions[nth]?.text ?? "") }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const notices = (await buyer.get("/api/notices")).body.notices as { kind: string }[];
    expect(notices.filter(({ kind }) => kind === "contact-request")).toHaveLength(1);
  });

  it("R1202 is gone for unknown and ended links, after a block, a suspension and the deletion of the account", async () => {
    const { get, post } = phone();
    const gone = await get("/r/AAAAAAAAAAAAAAAAAAAAAA");
    expect([gone.status, gone.text.includes("This link opens nothing")]).toEqual([404, true]);
    expect(gone.headers["cache-control"]).toBe("no-store");
    const same = async (path: string) => expect((await get(path)).text).toBe(gone.text);
    for (const path of ["/r/x", "/r/a/b/c", "/r/"]) await same(path);
    const blocked = await asked();
    expect((await post(`${blocked.link}/remove`)).text).toBe(gone.text);
    await blocked.seller.call("PUT", `/api/blocks/${blocked.buyer.userId}`);
    await same(blocked.link);
    for (const column of [sql`suspended_at`, sql`deleted_at`]) {
      const { link, seller } = await asked();
      await query(sql`update users set ${column} = now() where id = ${seller.userId}`);
      await same(link);
      await query(sql`update users set ${column} = null where id = ${seller.userId}`);
      await same(link);
      expect((await post(`${link}/share`)).text).toBe(gone.text);
    }
  });

  it("R1202 says why a hidden listing's number is not shared", async () => {
    const { link, productId, buyer } = await asked();
    await query(sql`update products set hidden_at = now() where id = ${productId}`);
    const refused = await phone().tap(`${link}/share`);
    expect([refused.status, refused.text.includes("is not offered at the moment")]).toEqual([
      409,
      true,
    ]);
    await query(sql`update products set hidden_at = null where id = ${productId}`);
    expect(await stateOf(buyer)).toBe("open");
  });

  it("R1202 is in no line of the log, and a sign of life of its seller", async () => {
    const { link, seller } = await asked();
    const secret = link.slice(3);
    const { get, post, tap } = phone();
    await query(sql`update identities set seen_at = now() - interval '40 days'
      where id = (select identity_id from users where id = ${seller.userId})`);
    const question = await post(`${link}/share`);
    for (const path of [link, `${link}/`, `${link}//x`, `/${link}`, `${link}?a=b`]) await get(path);
    await post(link);
    await market.stranger.call("DELETE", link);
    await tap(`${link}/share`);
    expect(lines).toContain('"/r/:token"');
    expect(lines).not.toContain(secret);
    expect(lines).not.toContain(tokenIn(question.text));
    expect(
      await query(sql`select seen_at > now() - interval '1 minute' as recently from identities
        where id = (select identity_id from users where id = ${seller.userId})`),
    ).toEqual([{ recently: true }]);
  });
});
