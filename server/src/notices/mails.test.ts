import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DueJobs, openDueJobs } from "../../test/due-jobs.ts";
import { list } from "../../test/listings.ts";
import { readDump } from "../../test/whole-database.ts";
import { startMailServer, type TestMailServer } from "../../test/services/mail-server.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { addKeys } from "../keys/keys.ts";
import { endSuspensions } from "../moderation/measures.ts";
import { mailNotices } from "./mails.ts";
import { addNotice } from "./notices.sql.ts";

let server: TestMailServer;
let market: TestMarket;
let queue: DueJobs;
beforeAll(async () => {
  server = await startMailServer();
  market = await openTestMarket({ SMTP_URL: server.url, MAIL_FROM: "market@cgu.example" });
  queue = await openDueJobs(market.parts.config.DATABASE_SESSION_URL ?? "");
});
afterAll(async () => {
  await queue.stop();
  await market.close();
  await server.close();
});

type Kind = "contacted" | "moderation";
/** @param minutes ago */
async function tell(student: TestStudent, text: string, minutes: number, kind: Kind = "contacted") {
  const { db } = market.parts;
  await addNotice(db, { userId: student.userId, kind, text, dedupeKey: text });
  await db.query(sql`
    update notices set created_at = now() - make_interval(mins => ${minutes}) where text = ${text}`);
}
/** Two concurrent processes. */
async function mailsTo(name: string) {
  await Promise.all([mailNotices(market.parts), mailNotices(market.parts)]);
  await queue.work(market.parts.outbox.jobs);
  return server.mails.filter(({ to }) => to === `${name.toLowerCase()}@cgu.example`);
}
/** Since the last digest was written and, if it was, sent. */
async function letDayPass({ userId }: TestStudent) {
  await market.parts.db.query(sql`
    update notice_mails set digest_at = digest_at - interval '25 hours' where user_id = ${userId}`);
  await market.parts.db.query(sql`
    update outbox set done_at = done_at - interval '25 hours'
    where id = (select mail_id from notice_mails where user_id = ${userId})`);
}
const linkIn = (text = "") => /\/u\/[\w-]+/.exec(text)?.[0] ?? "";
const post = (url: string) =>
  market.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "List-Unsubscribe=One-Click",
  });

describe("mails about notices", () => {
  it("R1104 R1215 tell a student immediately that the account is open again", async () => {
    const omkar = await market.student("Omkar");
    await market.parts.db.query(sql`
      update users set suspended_at = now() - interval '2 days', suspended_until = now() - interval '1 second'
      where id = ${omkar.userId}`);
    expect(await mailsTo("Omkar")).toEqual([]);
    await endSuspensions(market.parts.db);
    const [mail, ...more] = await mailsTo("Omkar");
    expect(mail?.text).toContain("Your account is open again.");
    expect(more).toEqual([]);
  });

  it("R765 contain notices that were unread for an hour, once, in one digest a day", async () => {
    const asha = await market.student("Asha");
    await tell(asha, "Old news", 61);
    await tell(asha, "More news", 90);
    await tell(asha, "Fresh news", 30);
    await tell(asha, "Stale news", 4 * 24 * 60);
    await tell(asha, "Read news", 70);
    const { notices } = (await asha.get("/api/notices")).body;
    const read = notices.find(({ text }: { text: string }) => text === "Read news");
    await asha.call("POST", "/api/notices/read", { json: { ids: [read.id] } });
    const [first, ...others] = await mailsTo("Asha");
    expect(others).toEqual([]);
    expect(first?.head).toMatch(/^Subject: CGU Marketplace: 2 notices$/m);
    expect(first?.text).toContain("- Old news");
    expect(first?.text).toContain("- More news");
    expect(first?.text).not.toMatch(/Fresh|Stale|Read news/);
    expect(first?.head).toMatch(/^List-Unsubscribe:\s+<http[^>]+\/u\/[\w-]{43}>$/m);
    expect(first?.head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    await tell(asha, "Later news", 61);
    expect((await mailsTo("Asha")).length).toBe(1);
    await letDayPass(asha);
    expect((await mailsTo("Asha"))[1]?.text).toContain("- Later news");
  });

  it("R971 come one by one after a day without the mail server", async () => {
    const meera = await market.student("Meera");
    await tell(meera, "News of yesterday", 61);
    // It is written and waits.
    await mailNotices(market.parts);
    await letDayPass(meera);
    await tell(meera, "News of today", 61);
    await mailNotices(market.parts);
    expect((await mailsTo("Meera")).map(({ text }) => text.includes("yesterday"))).toEqual([true]);
    // The server is back, and the next one is due a day later.
    expect(await mailsTo("Meera")).toHaveLength(1);
    await letDayPass(meera);
    const [, next, ...others] = await mailsTo("Meera");
    expect([next?.text.includes("News of today"), others]).toEqual([true, []]);
  });

  it("R765 R764 announce decisions immediately, also after the digest of the day", async () => {
    const rohan = await market.student("Rohan");
    await tell(rohan, "Some news", 61);
    expect((await mailsTo("Rohan")).length).toBe(1);
    await tell(rohan, "Your listing is hidden: a counterfeit", 0, "moderation");
    expect((await mailsTo("Rohan"))[1]?.text).toContain("a counterfeit");
  });

  it("R889 tell a suspended student decisions only, and of a deleted account nothing, until it is restored", async () => {
    const { db } = market.parts;
    const [indu, jaya] = [await market.student("Indu"), await market.student("Jaya")];
    await db.query(sql`update users set suspended_at = now() where id = ${indu.userId}`);
    await db.query(sql`update users set deleted_at = now() where id = ${jaya.userId}`);
    for (const student of [indu, jaya]) {
      await tell(student, `Some news for ${student.userId}`, 61);
      await tell(student, `A decision for ${student.userId}`, 0, "moderation");
    }
    const texts = async (name: string) => (await mailsTo(name)).map(({ text }) => text).join();
    expect(await texts("Indu")).toMatch(/^(?!.*news).*A decision/s);
    expect(await texts("Jaya")).toBe("");
    await db.query(sql`update users set suspended_at = null, deleted_at = null`);
    expect(await texts("Indu")).toContain("Some news");
    expect(await texts("Jaya")).toMatch(/^(?=.*Some news).*A decision/s);
  });

  it("R1040 have a key for each own listing that they are about, made when they are sent and stored nowhere", async () => {
    const [neel, other] = [await market.student("Neel"), await market.student("Other")];
    const { db } = market.parts;
    const listing = async (student: TestStudent, name: string) =>
      (await list(student, { name })).body.product._id as string;
    const [kettle, lamp] = [await listing(neel, "Kettle"), await listing(neel, "Lamp")];
    const foreign = await listing(other, "Foreign desk");
    for (const productId of [kettle, lamp, foreign])
      await addNotice(db, {
        userId: neel.userId,
        kind: "still-available",
        text: `About ${productId}`,
        productId,
        dedupeKey: productId,
      });
    await db.query(sql`
      update notices set created_at = now() - interval '61 minutes' where user_id = ${neel.userId}`);
    await mailNotices(market.parts);
    const keys = async () =>
      (await db.query(sql`select from listing_keys where user_id = ${neel.userId}`)).length;
    expect([await keys(), (await readDump(db)).includes("/k/")]).toEqual([0, false]);
    const [mail] = await mailsTo("Neel");
    const found = [
      ...(mail?.text ?? "").matchAll(/^(.+): http:\/\/localhost:3000(\/k\/[\w-]{22})$/gm),
    ];
    expect(found.map(([, name]) => name)).toEqual(["Kettle", "Lamp"]);
    expect(mail?.text).toMatch(/Say so without logging in:\n[^\n]+\n[^\n]+\n\nUnsubscribe/);
    expect(await keys()).toBe(2);
    const dump = await readDump(db);
    const pages = found.map(([, , path = ""]) => path);
    for (const path of pages) expect(dump).not.toContain(path.slice(3));
    const [first, second] = await Promise.all(pages.map((path) => market.stranger.get(path)));
    expect(first?.text).toMatch(/^(?!.*Lamp).*Kettle/s);
    expect(second?.text).toMatch(/^(?!.*Kettle).*Lamp/s);
    expect((await neel.get("/api/users/me/key")).body.key).toBeNull();
    expect((await neel.call("DELETE", "/api/users/me/key")).status).toBe(204);
    expect((await market.stranger.get(pages[0] ?? "")).status).toBe(404);
  });

  it("R1040 that are sent again have other keys, and those of the first attempt open nothing", async () => {
    const ojas = await market.student("Ojas");
    const { _id: id } = (await list(ojas)).body.product;
    const mail = { id: ojas.userId, text: "One\n\nTwo", studentId: ojas.userId, about: [id] };
    const send = async () =>
      /\/k\/[\w-]{22}/.exec(await addKeys(market.parts, mail))?.[0] ?? "none";
    const [first, second] = [await send(), await send()];
    expect((await market.stranger.get(first)).status).toBe(404);
    expect((await market.stranger.get(second)).status).toBe(200);
    await market.parts.db.query(sql`
      update users set suspended_at = now() where id = ${ojas.userId}`);
    expect(await addKeys(market.parts, mail)).toBe("One\n\nTwo");
  });

  it("R766 are ended by the link at their end, without signing in, and begun again by the student", async () => {
    const neha = await market.student("Neha");
    await tell(neha, "First news", 61);
    const link = linkIn((await mailsTo("Neha"))[0]?.text);
    const settings = async () => (await neha.get("/api/notices/settings")).body.mail;
    const page = await market.stranger.get(link);
    expect([page.status, page.text.includes("Stop these mails")]).toEqual([200, true]);
    expect(await settings()).toBe(true);
    expect((await post(link)).statusCode).toBe(200);
    expect(await settings()).toBe(false);
    await tell(neha, "Your item was removed: no", 0, "moderation");
    expect((await mailsTo("Neha")).length).toBe(1);
    await neha.call("PUT", "/api/notices/settings", { json: { mail: true } });
    expect((await mailsTo("Neha")).length).toBe(2);
  });

  it("R766 cannot be ended for others by a forged link", async () => {
    const isha = await market.student("Isha");
    await tell(isha, "Other news", 61);
    const link = linkIn((await mailsTo("Isha"))[0]?.text);
    const bytes = Buffer.from(link.slice(3), "base64url");
    const other = Buffer.from(bytes);
    other[3] = (other[3] ?? 0) ^ 1;
    const forged = [
      other.toString("base64url"),
      `${bytes.subarray(0, 16).toString("base64url")}`,
      Buffer.concat([bytes.subarray(0, 16), Buffer.alloc(16)]).toString("base64url"),
      `${link.slice(3)}A`,
      isha.userId,
      "x",
    ];
    for (const token of forged) {
      expect((await post(`/u/${token}`)).statusCode).toBe(404);
      expect((await market.stranger.get(`/u/${token}`)).status).toBe(404);
    }
    expect((await isha.get("/api/notices/settings")).body.mail).toBe(true);
  });
});
