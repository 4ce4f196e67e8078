import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import type { Market } from "../app.ts";
import { type DueJobs, openDueJobs, passTime } from "../../test/due-jobs.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { createProcesses, ready } from "../../test/process.ts";
import {
  decryptMessage,
  startPushService,
  type TestPushService,
} from "../../test/services/push-service.ts";
import { createClient } from "../../test/client.ts";
import { beginSession } from "../identity/sessions.ts";
import { openIdentity } from "../identity/identity.ts";
import { suspendStudent } from "../moderation/moderation.sql.ts";
import { recurringJobs } from "../operations/recurring.ts";
import { newId } from "../db/ids.ts";
import { addNotice } from "./notices.sql.ts";
import { pushJobs, pushNotices } from "./push.ts";
import { openPushKey } from "./push-message.ts";
import { deleteOldPushes } from "./push.sql.ts";
import { expireRequests } from "./request-notices.ts";

let service: TestPushService;
let market: TestMarket;
let queue: DueJobs;
let logged = "";
beforeAll(async () => {
  service = await startPushService();
  market = await openTestMarket(
    {
      PUSH: "on",
      PUSH_SERVICES: `${service.host},fcm.googleapis.com,.push.example`,
      LOG_LEVEL: "warn",
    },
    { write: (line) => void (logged += line) },
  );
  queue = await openDueJobs(market.parts.config.DATABASE_SESSION_URL ?? "");
});
afterAll(async () => {
  await queue.stop();
  await market.close();
  await service.close();
});
let count = 0;
let asha: TestStudent;
beforeEach(async () => {
  logged = "";
  asha = await market.student(`Asha${count++}`);
});
afterEach(async () => {
  service.judge = () => undefined;
  service.messages.length = 0;
  service.recipients.length = 0;
  await market.parts.db.query(sql`delete from push_subscriptions`);
});

const subscribe = (student: TestStudent, browser: unknown) =>
  student.call("PUT", "/api/push", { json: browser });
const isOn = async (student: TestStudent) =>
  (await student.get("/api/notices/settings")).body.push.on as boolean;
const tell = (student: TestStudent, text: string, kind: "contacted" | "moderation" = "contacted") =>
  addNotice(market.parts.db, { userId: student.userId, kind, text, dedupeKey: text });
/** Plans pushes and sends the due ones, as a process does. */
async function send(changed: Partial<Market> = {}) {
  const parts = { ...market.parts, ...changed };
  await pushNotices(parts);
  await queue.work(pushJobs(parts));
}
const texts = () => service.messages.map(({ payload }) => payload.text);
/** Moves retries into the past. */
const wait = (seconds: number) => passTime(market.parts.db, "push", seconds);
/** The student at another browser. */
async function elsewhere({ userId }: TestStudent): Promise<TestStudent> {
  const { db } = market.parts;
  const [row] = await db.query<{ id: string }>(sql`
    select identity_id as id from users where id = ${userId}`);
  const identityId = row?.id ?? "";
  const { sessionId } = await beginSession(db, identityId);
  const { token } = await openIdentity(market.parts).tokens.issue({ identityId, sessionId });
  return { ...createClient(market.app, token), userId, token };
}

describe("a market without PUSH", () => {
  it("R810 has no such addresses, no such job and no such switch, and calls no service", async () => {
    const off = await openTestMarket({ PUSH_SERVICES: service.host });
    const student = await off.student("Off");
    for (const caller of [student, off.stranger])
      for (const method of ["PUT", "DELETE"] as const) {
        const answer = await caller.call(method, "/api/push", { json: service.browser("off") });
        expect([answer.status, answer.body.code]).toEqual([404, "not-found"]);
      }
    expect((await student.get("/api/notices/settings")).body).not.toHaveProperty("push");
    const names = recurringJobs(off.parts).map(({ name }) => name);
    expect(names.filter((name) => name.includes("push"))).toEqual([]);
    expect(recurringJobs(market.parts).map(({ name }) => name)).toContain("push-notices");
    expect(service.recipients).toEqual([]);
    await off.close();
  });
});

describe("subscribing", () => {
  it("R811 turns pushes on and off for the browser of a session", async () => {
    const phone = await elsewhere(asha);
    expect(await isOn(asha)).toBe(false);
    expect((await subscribe(asha, service.browser("laptop"))).status).toBe(204);
    expect([await isOn(asha), await isOn(phone)]).toEqual([true, false]);
    expect((await subscribe(phone, service.browser("phone"))).status).toBe(204);
    expect((await asha.call("DELETE", "/api/push")).status).toBe(204);
    expect([await isOn(asha), await isOn(phone)]).toEqual([false, true]);
    expect((await asha.call("DELETE", "/api/push")).status).toBe(204);
  });

  it("R811 is for signed-in students, and none takes or ends another's", async () => {
    const rohan = await market.student(`Rohan${count}`);
    const browser = service.browser("asha");
    await subscribe(asha, browser);
    for (const method of ["PUT", "DELETE"] as const)
      expect((await market.stranger.call(method, "/api/push", { json: browser })).status).toBe(401);
    const foreign = await subscribe(rohan, browser);
    expect([foreign.status, foreign.body.code]).toEqual([409, "push-taken"]);
    await rohan.call("DELETE", "/api/push");
    expect([await isOn(asha), await isOn(rohan)]).toEqual([true, false]);
    // Signed in again at the same browser.
    const again = await elsewhere(asha);
    expect((await subscribe(again, browser)).status).toBe(204);
    expect([await isOn(asha), await isOn(again)]).toEqual([false, true]);
  });

  it("R811 refuses what no browser says", async () => {
    const { endpoint, keys } = service.browser("bad");
    const bad: unknown[] = [
      undefined,
      null,
      [],
      "x",
      {},
      { endpoint },
      { keys },
      { endpoint, keys: { p256dh: keys.p256dh } },
      { endpoint, keys: { ...keys, auth: "short" } },
      { endpoint, keys: { ...keys, p256dh: `B${"A".repeat(86)}` } },
      { endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(1) } },
      { endpoint: `${endpoint}${"x".repeat(1000)}`, keys },
      { endpoint: 1, keys },
    ];
    for (const json of bad)
      expect([400, 422], JSON.stringify(json)).toContain((await subscribe(asha, json)).status);
    expect(await isOn(asha)).toBe(false);
  });

  it("R811 is bounded: the eleventh browser takes the place of the first", async () => {
    const students = [asha];
    while (students.length < 11) students.push(await elsewhere(asha));
    for (const [nth, student] of students.entries())
      await subscribe(student, service.browser(`of ${nth}`));
    expect(await Promise.all(students.map(isOn))).toEqual([false, ...Array(10).fill(true)]);
  });

  it.each([
    "http://fcm.googleapis.com/fcm/send/1",
    "https://127.0.0.1/push/1",
    "https://[::1]/push/1",
    "https://[::ffff:10.0.0.1]/push/1",
    "https://10.0.0.1/push/1",
    "https://192.168.1.1/push/1",
    "https://169.254.169.254/latest/meta-data",
    "https://2130706433/push/1",
    "https://localhost/push/1",
    "https://fcm.googleapis.com.evil.example/1",
    "https://evil.example/fcm.googleapis.com",
    "https://fcm.googleapis.com@evil.example/1",
    "https://someone:secret@fcm.googleapis.com/1",
    "https://fcm.googleapis.com:8443/1",
    "https://fcm.googleapis.com./1",
    "https://evilpush.example/1",
    "https://push.example/1",
    "https://a.push.example:22/1",
    "https:\\\\evil.example\\fcm.googleapis.com",
    "file:///etc/passwd",
    "ftp://fcm.googleapis.com/1",
    "//fcm.googleapis.com/1",
    "fcm.googleapis.com",
    "",
  ])("R812 takes no address but a push service's: %s", async (endpoint) => {
    const { keys } = service.browser("elsewhere");
    const { status, body } = await subscribe(asha, { endpoint, keys });
    expect([status, body.code]).toEqual([422, "push-service-unknown"]);
  });

  it.each([
    "https://fcm.googleapis.com/fcm/send/1:x",
    "https://FCM.googleapis.com:443/1",
    "https://a.b.push.example/1",
  ])("R812 takes a push service's: %s", async (endpoint) => {
    const { keys } = service.browser("known");
    expect((await subscribe(asha, { endpoint, keys })).status).toBe(204);
  });
});

describe("a notice", () => {
  it("R813 arrives at the student's browsers, encrypted, in this market's name", async () => {
    const browser = service.browser("asha");
    await subscribe(asha, browser);
    await subscribe(await elsewhere(asha), service.browser("asha's phone"));
    await subscribe(await market.student(`Neha${count}`), service.browser("neha"));
    const { _id: productId } = (await list(asha, { name: "Red cycle" })).body.product;
    const buyer = await market.student(`Zymurgiana${count}`, { phone: "+919812345678" });
    await buyer.get(`/api/products/${productId}`);
    await send();
    expect(service.messages.map(({ to }) => to).toSorted()).toEqual(["asha", "asha's phone"]);
    for (const { payload, encrypted, ttl, topic, contact, key } of service.messages) {
      expect(payload).toEqual({
        id: expect.any(String),
        title: "CGU Marketplace",
        text: "1 student asked for your number: Red cycle",
        path: `/item/${productId}`,
      });
      expect(JSON.stringify(payload)).not.toMatch(/98123|98765|@|zymurgiana/i);
      expect(encrypted.toString("latin1")).not.toContain("cycle");
      expect([ttl, topic]).toEqual(["86400", payload.id.replaceAll("-", "")]);
      expect(contact).toBe("mailto:help@cgu.example");
      expect(key).toBe((await asha.get("/api/notices/settings")).body.push.key);
    }
    expect(logged).toBe("");
  });

  it("R813 leads to the place where it is answered, and long ones are cut", async () => {
    const { db } = market.parts;
    await subscribe(asha, service.browser("asha"));
    const { userId } = asha;
    const action = { name: "yes", label: "Yes", method: "POST", path: "/" } as const;
    await addNotice(db, {
      userId,
      kind: "still-available",
      text: "Still there?",
      dedupeKey: "1",
      actions: [action],
    });
    await addNotice(db, { userId, kind: "feedback", text: "From Rohan", dedupeKey: "2" });
    await tell(asha, `Hidden: ${"ab 🚲 ".repeat(100)}`, "moderation");
    await send();
    const pathOf = (start: string) =>
      service.messages.find(({ payload }) => payload.text.startsWith(start))?.payload.path;
    expect(pathOf("Still")).toBe("/notices");
    expect(pathOf("From")).toBe("/profile#deals");
    expect(pathOf("Hidden")).toBe("/profile");
    expect(texts().find((text) => text.startsWith("Hidden"))).toMatch(/^.{299}…$/);
  });

  it("R814 is pushed once, by two processes, and not again in other words", async () => {
    for (const name of ["a", "b", "c"])
      await subscribe(await elsewhere(asha), service.browser(name));
    for (let nth = 0; nth < 20; nth++) await tell(asha, `Notice ${nth}`);
    await Promise.all([send(), send(), send()]);
    const seen = () => service.messages.map(({ to, topic }) => `${to} ${topic}`);
    // On a busy machine some wait for a later turn.
    while (new Set(seen()).size < 60) {
      await wait(3_600);
      await send();
    }
    await market.parts.db.query(sql`
      update notices set text = text || ', again' where user_id = ${asha.userId}`);
    await send();
    // A busy service may have taken a push and answered too late: that one is sent again, under the topic by which a
    // push service replaces it.
    const unanswered = logged.split("a push service cannot be reached").length - 1;
    expect(seen().length).toBeLessThanOrEqual(60 + unanswered);
    expect(new Set(seen()).size).toBe(60);
    expect(new Set(service.messages.map(({ to, payload }) => `${to} ${payload.text}`)).size).toBe(
      60,
    );
  });

  it("R814 is pushed once when the previous release planned it, and that release has none left to push", async () => {
    const { db } = market.parts;
    await subscribe(asha, service.browser("asha"));
    await tell(asha, "Planned before");
    await tell(asha, "New");
    await db.query(sql`
      insert into pushes (session_id, notice_id)
      select session_id, notices.id from push_subscriptions join notices using (user_id)
      where text = 'Planned before'`);
    await pushNotices(market.parts);
    // The previous release's query for pushes.
    expect(
      await db.query(sql`select from pushes where done_at is null and due_at <= now()`),
    ).toEqual([]);
    await send();
    expect(texts().toSorted()).toEqual(["New", "Planned before"]);
  });

  it("R942 is planned in transactions of at most two hundred", async () => {
    const { db } = market.parts;
    await subscribe(asha, service.browser("asha"));
    const ids = Array.from({ length: 450 }, () => newId());
    await db.query(sql`
      insert into notices (id, user_id, kind, text, dedupe_key)
      select id, ${asha.userId}, 'contacted', 'Many', id from unnest(${ids}::uuid[]) id`);
    await pushNotices(market.parts);
    const transactions = await db.query<{ rows: number }>(sql`
      select count(*)::int as rows from pushes where notice_id = any(${ids}::uuid[])
      group by xmin::text order by rows`);
    expect(transactions.map(({ rows }) => rows)).toEqual([50, 200, 200]);
    await db.query(sql`delete from notices where user_id = ${asha.userId}`);
  });

  it("R814 is not pushed when it is older than the subscription, read, of a kind turned off, or a day old", async () => {
    const { db } = market.parts;
    await tell(asha, "Earlier");
    await subscribe(asha, service.browser("asha"));
    await tell(asha, "Read");
    await asha.call("POST", "/api/notices/read");
    await asha.call("PUT", "/api/notices/settings", { json: { moderation: false } });
    await tell(asha, "Turned off", "moderation");
    await tell(asha, "Old");
    await db.query(sql`update push_subscriptions set created_at = now() - interval '3 days'`);
    await db.query(sql`
      update notices set created_at = now() - interval '4 days' where text = 'Earlier'`);
    await db.query(sql`
      update notices set created_at = now() - interval '25 hours' where text = 'Old'`);
    await tell(asha, "New");
    await send();
    expect(texts()).toEqual(["New"]);
    await db.query(sql`
      update notices set created_at = now() - interval '49 hours' where text = 'New'`);
    await deleteOldPushes(db);
    expect(await db.query(sql`select from pushes`)).toEqual([]);
    await send();
    expect(texts()).toEqual(["New"]);
  });

  it("R815 is sent again when the push service was busy or down, later each time, and given up in the end", async () => {
    await subscribe(asha, service.browser("asha"));
    await tell(asha, "Busy twice");
    service.judge = () => 503;
    await send();
    await send();
    expect(service.recipients).toHaveLength(1);
    await wait(61);
    service.judge = () => ({ status: 429, headers: { "retry-after": "600" } });
    await send();
    await wait(500);
    await send();
    expect(service.recipients).toHaveLength(2);
    await wait(101);
    service.judge = () => undefined;
    await send();
    expect(texts()).toEqual(["Busy twice"]);
    service.judge = () => 500;
    await tell(asha, "In vain");
    for (let again = 0; again < 12; again++) {
      await send();
      await wait(100_000);
    }
    expect(service.recipients).toHaveLength(3 + 9);
    expect(logged).toContain('"status":503');
    expect(logged).not.toContain("/push/asha");
  });

  it("R891 puts neither address nor text into the queue, whatever fails", async () => {
    await subscribe(asha, service.browser("asha"));
    await tell(asha, "Private business");
    service.judge = () => 503;
    await send();
    const dump = JSON.stringify(
      (await market.parts.db.run("select * from jobs.job where name = 'push'")).rows,
    );
    expect(dump).toContain("answered 503");
    expect(dump).not.toMatch(/business|\/push\/asha/);
  });

  it("R815 is not sent again when it is refused for good, and ends a subscription that is gone", async () => {
    await subscribe(asha, service.browser("asha"));
    service.judge = () => 413;
    await tell(asha, "Refused");
    await send();
    await wait(100_000);
    await send();
    expect([service.recipients.length, await isOn(asha)]).toEqual([1, true]);
    for (const status of [404, 410]) {
      await subscribe(asha, service.browser("asha"));
      service.judge = () => status;
      await tell(asha, `Gone ${status}`);
      await send();
      expect(await isOn(asha)).toBe(false);
    }
  });

  it("R1195 notes of a request for a number whether it was delivered, or refused for good", async () => {
    const buyer = await market.student(`Rohan${count}`);
    await subscribe(asha, service.browser("a"));
    const unanswered = [];
    for (const verdict of [undefined, 413]) {
      service.judge = () => verdict;
      const { _id: id } = (await list(asha, { contact: "ask" })).body.product;
      await buyer.call("PUT", `/api/contact-requests/${id}`);
      await send();
      await market.parts.db.query(sql`
        update contact_requests set created_at = created_at - interval '25 hours' where product_id = ${id}`);
      await expireRequests(market.parts);
      const [row] = await market.parts.db.query<{ unanswered: boolean }>(sql`
        select unanswered from contact_requests where product_id = ${id}`);
      unanswered.push(row?.unanswered);
    }
    expect(unanswered).toEqual([true, false]);
  });

  it("R812 R815 follows no redirect, and calls no service that the operator has removed", async () => {
    const inside = vi.fn<() => void>();
    service.judge = (to) => {
      if (to === "inside") inside();
      return { status: 307, headers: { location: `https://${service.host}/push/inside` } };
    };
    service.browser("inside");
    await subscribe(asha, service.browser("asha"));
    await tell(asha, "Go away");
    await send();
    expect([service.recipients, inside.mock.calls]).toEqual([["asha"], []]);
    await tell(asha, "Still here");
    const config = { ...market.parts.config, PUSH_SERVICES: ["fcm.googleapis.com"] };
    await send({ config });
    expect([service.recipients, await isOn(asha)]).toEqual([["asha"], false]);
  });

  it("R816 is named alike when the answer to it was lost, so that a phone shows it once", async () => {
    await subscribe(asha, service.browser("asha"));
    await tell(asha, "Lost");
    service.judge = () => "cut";
    await send();
    service.judge = () => undefined;
    await wait(61);
    await send();
    const [first, again] = service.messages;
    expect(service.messages).toHaveLength(2);
    expect([again?.topic, again?.payload]).toEqual([first?.topic, first?.payload]);
  });
});

describe("a subscription", () => {
  it("R817 ends with its session, wherever that is ended, and with no other", async () => {
    const [here, there, third] = [asha, await elsewhere(asha), await elsewhere(asha)];
    for (const [nth, student] of [here, there, third].entries())
      await subscribe(student, service.browser(`of ${nth}`));
    const sessions = (await here.get("/api/auth/sessions")).body.sessions;
    const other = sessions.find(({ current }: { current: boolean }) => !current);
    await here.call("DELETE", `/api/auth/sessions/${other.id}`);
    await tell(asha, "Two are left");
    await send();
    expect(service.messages).toHaveLength(2);
    await here.call("POST", "/api/auth/logout-everywhere");
    expect(await market.parts.db.query(sql`select from push_subscriptions`)).toEqual([]);
  });

  it("R817 ends with a suspension and with the account", async () => {
    const { db } = market.parts;
    await subscribe(asha, service.browser("asha"));
    await db.transaction((transaction) =>
      suspendStudent(transaction, { userId: asha.userId }, undefined),
    );
    const neha = await market.student(`Neha${count}`);
    await subscribe(neha, service.browser("neha"));
    expect(
      (await neha.call("DELETE", "/api/users/me", { json: { confirm: "DELETE" } })).status,
    ).toBe(200);
    expect(await db.query(sql`select from push_subscriptions`)).toEqual([]);
    for (const student of [asha, neha]) await tell(student, "Gone");
    await send();
    expect(service.recipients).toEqual([]);
  });

  it("R817 of an expired session gets nothing", async () => {
    const { db } = market.parts;
    await subscribe(asha, service.browser("asha"));
    await db.query(sql`
      update sessions set expires_at = now() - interval '1 second'
      where id in (select session_id from push_subscriptions)`);
    await tell(asha, "Too late");
    await send();
    expect(service.recipients).toEqual([]);
  });

  it("R817 is in the student's export", async () => {
    const { endpoint, ...browser } = service.browser("asha");
    await subscribe(asha, { endpoint, ...browser });
    const { text } = await asha.get("/api/users/me/export");
    expect(text).toContain(`"endpoint":"${endpoint}"`);
  });
});

describe("the key of the market", () => {
  it("R818 is derived from the application key: the same for every process, another for every market", () => {
    const [one, same, other] = [1, 1, 2].map(
      (byte) => openPushKey(Buffer.alloc(32, byte)).publicKey,
    );
    expect(one).toMatch(/^B[\w-]{86}$/);
    expect([same, other]).toEqual([one, expect.not.stringMatching(one ?? "")]);
  });

  it("R813 what the tests read messages with opens the example of RFC 8291", () => {
    const body = Buffer.from(
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
      "base64url",
    );
    const secrets = {
      privateKey: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    };
    expect(decryptMessage(body, secrets)).toBe("When I grow up, I want to be a watermelon");
  });
});

describe("the product as it is shipped", () => {
  const processes = createProcesses();
  afterEach(() => processes.stopAll());

  it(
    "R816 R818 pushes a notice once, though one of two processes was killed while it was sent",
    { tags: "sweep" },
    async () => {
      const database = await createTestDatabase();
      const certificate = join(await processes.makeFolder(), "push.pem");
      writeFileSync(certificate, service.certificate);
      const settings = { ...database.settings, PUSH: "on", PUSH_SERVICES: service.host };
      const other = await openTestMarket(settings);
      const neha = await other.student("Neha");
      await subscribe(neha, service.browser("neha"));
      const started = { ...settings, NODE_EXTRA_CA_CERTS: certificate, DEMO_DATA: "off" };
      const gate = Promise.withResolvers<void>();
      service.judge = () => gate.promise;
      const { db } = other.parts;
      const first = await processes.start(started);
      await ready(first);
      for (const text of ["One", "Two", "Three"])
        await addNotice(db, { userId: neha.userId, kind: "contacted", text, dedupeKey: text });
      await vi.waitFor(() => expect(service.recipients).toHaveLength(3), 300_000);
      const second = await processes.start(started);
      await ready(second);
      first.child.kill("SIGKILL");
      await first.exit;
      // The second has left them to the first.
      expect(service.recipients).toHaveLength(3);
      service.judge = () => undefined;
      // As when the queue has detected that the first process is gone.
      await db.query(sql`
        update jobs.job set state = 'retry', start_after = now() where name = 'push' and state = 'active'`);
      await vi.waitFor(
        async () =>
          expect(await db.query(sql`select from pushes where done_at is not null`)).toHaveLength(3),
        { timeout: 60_000, interval: 200 },
      );
      gate.resolve();
      second.child.kill("SIGTERM");
      await second.exit;
      const { publicKey } = openPushKey(other.parts.lastingKey);
      await other.close();
      await database.drop();
      expect(service.messages.map(({ key }) => key)).toEqual(Array(3).fill(publicKey));
      expect(texts().toSorted()).toEqual(["One", "Three", "Two"]);
      expect(second.output()).not.toContain("/push/neha");
    },
  );
});
