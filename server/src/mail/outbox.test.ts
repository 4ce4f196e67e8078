import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type DueJobs, openDueJobs, passTime } from "../../test/due-jobs.ts";
import { createTestDatabase } from "../../test/database.ts";
import { type TestMailServer, startMailServer } from "../../test/services/mail-server.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import { createProcesses, freePort, ready } from "../../test/process.ts";
import { backupJobs } from "../backup/nightly.ts";
import { warnOfOverdue, warnOfTrouble } from "../operations/warnings.ts";
import { openOutbox, type Outbox } from "./outbox.ts";
import { tidyOutbox } from "./outbox.sql.ts";

let server: TestMailServer;
let market: TestMarket;
let logged: string;
let outbox: Outbox;
let queue: DueJobs;

beforeAll(async () => {
  const port = await freePort();
  server = await startMailServer({ port });
  market = await openTestMarket(
    {
      SMTP_URL: server.url,
      MAIL_FROM: "market@cgu.example",
      GRIEVANCE_EMAIL: "officer@cgu.example",
      BACKUP_TO: "/dev/null/nowhere",
      TRUSTED_PROXIES: "1",
      LOG_LEVEL: "info",
    },
    { write: (line) => void (logged += line) },
  );
  queue = await openDueJobs(market.parts.config.DATABASE_SESSION_URL ?? "");
});
afterAll(async () => {
  await queue.stop();
  await market.close();
  await server.close();
});
beforeEach(() => {
  logged = "";
  outbox = another();
});
afterEach(async () => {
  vi.restoreAllMocks();
  server.judge = () => undefined;
  server.accepts = () => true;
  server.mails.length = 0;
  server.named.length = 0;
  await market.parts.db.query(sql`delete from outbox`);
  await market.parts.db.query(sql`delete from jobs.job where name = 'mail'`);
});

/** The outbox of another process. */
function another(SMTP_URL = server.url): Outbox {
  const { config } = market.parts;
  return openOutbox({ ...market.parts, config: { ...config, SMTP_URL } });
}

/** Sends the due mails, as a process with this outbox does. */
const deliver = (from = outbox) => queue.work(from.jobs);
const pass = (seconds: number) => passTime(market.parts.db, "mail", seconds);

const put = (to: string, more: object = {}, into = outbox) =>
  market.parts.db.transaction((transaction) =>
    into.put(transaction, { kind: "test", to, subject: `To ${to}`, text: "Hello.", ...more }),
  );
const rows = (state: string) =>
  market.parts.db.query<{ recipient: string; words: string }>(
    sql`select recipient, words from outbox where state = ${state} order by id`,
  );
const arrived = () => server.mails.map(({ to }) => to);

describe("the outbox", () => {
  it("R740 sends committed mails in order, and stores no address afterwards", async () => {
    const unsubscribe = "https://market.example/u/1";
    await put("a@x.example", { unsubscribe });
    await put("b@x.example");
    const { db } = market.parts;
    const undone = db.transaction(async (transaction) => {
      await outbox.put(transaction, { kind: "test", to: "c@x.example", subject: "", text: "" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await deliver();
    expect(arrived()).toEqual(["a@x.example", "b@x.example"]);
    const [first, second] = server.mails;
    expect(first).toMatchObject({
      text: "Hello.",
      head: expect.stringMatching(/^From: CGU Marketplace <market@cgu.example>$/m),
    });
    expect(first?.head).toMatch(/^Reply-To: help@cgu\.example$/m);
    expect(first?.head).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(first?.head).toMatch(/^List-Unsubscribe: <https:\/\/market\.example\/u\/1>$/m);
    expect(first?.head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(first?.id).toMatch(/^<[\w-]{36}@localhost>$/);
    expect(second?.head).not.toContain("Unsubscribe");
    expect(await rows("sent")).toEqual([
      { recipient: "", words: "" },
      { recipient: "", words: "" },
    ]);
  });

  it("R740 sends mails that say the same once", async () => {
    for (const to of ["a@x.example", "b@x.example"]) await put(to, { once: "today's" });
    await deliver();
    await put("c@x.example", { once: "today's" });
    await deliver();
    expect(arrived()).toEqual(["a@x.example"]);
  });

  it("R741 waits for a server that is down, and sends in the same order when it is back", async () => {
    const down = another(`smtp://127.0.0.1:${await freePort()}`);
    for (const to of ["a@x.example", "b@x.example"]) await put(to);
    await deliver(down);
    expect(logged).toContain("ECONNREFUSED");
    expect(await rows("waiting")).toHaveLength(2);
    await pass(60);
    await deliver(another());
    expect(arrived()).toEqual(["a@x.example", "b@x.example"]);
  });

  it("R891 puts neither address nor text into the queue, whatever fails", async () => {
    const { db } = market.parts;
    const dump = async () =>
      JSON.stringify((await db.run("select * from jobs.job where name = 'mail'")).rows);
    server.judge = () => ({ code: 550 });
    await put("a@x.example", { text: "Hello, Asha." });
    await deliver();
    await put("b@x.example", { text: "Hello, Rohan." });
    await deliver(another(`smtp://b:secret@127.0.0.1:${await freePort()}`));
    expect(await dump()).toMatch(/"retry".*ECONNREFUSED|ECONNREFUSED.*"retry"/);
    expect(await dump()).not.toMatch(/x\.example|Hello|secret/);
  });

  it("R741 asks a server that is down again after a while, not at every mail", async () => {
    await server.close();
    await put("a@x.example");
    await deliver();
    expect(logged.match(/cannot be used/g)).toHaveLength(1);
    const port = Number(new URL(server.url).port);
    server = await startMailServer({ port });
    await deliver();
    expect(arrived()).toEqual([]);
    await pass(60);
    await deliver();
    expect(arrived()).toEqual(["a@x.example"]);
  });

  it("R741 delays no other mail for one that is refused, gives it up in the end, and logs no address", async () => {
    server.judge = (to) => (to.startsWith("no") ? { code: 550 } : undefined);
    await put("nobody@x.example");
    await put("b@x.example");
    await deliver();
    expect(arrived()).toEqual(["b@x.example"]);
    for (let again = 0; again < 6; again++) {
      await pass(3_600);
      await deliver();
    }
    expect(server.named.filter((to) => to.startsWith("no"))).toHaveLength(5);
    expect(await rows("refused")).toEqual([{ recipient: "", words: "" }]);
    expect(logged).toContain("EENVELOPE 550 RCPT TO");
    expect(logged).not.toMatch(/@x\.example/);
  });

  it("R741 gives up unsent mails after three days, and deletes finished ones after a month", async () => {
    const { db } = market.parts;
    for (const to of ["old@x.example", "new@x.example"]) await put(to);
    await db.query(sql`
      update outbox set created_at = now() - interval '73 hours' where recipient = 'old@x.example'`);
    expect(await tidyOutbox(db, 3)).toBe(1);
    expect(await rows("waiting")).toMatchObject([{ recipient: "new@x.example" }]);
    await db.query(
      sql`update outbox set done_at = now() - interval '32 days' where state = 'refused'`,
    );
    await tidyOutbox(db, 3);
    expect(await rows("refused")).toEqual([]);
  });

  it("R740 sends the previous release's waiting mails once, and leaves it none to send", async () => {
    const { db } = market.parts;
    await put("a@x.example");
    await db.query(sql`
      insert into outbox (id, kind, recipient, subject, words)
      values (gen_random_uuid(), 'test', 'b@x.example', 'To b', 'Hello.')`);
    const adopt = outbox.jobs.find(({ name }) => name === "send-waiting-mail");
    for (let minute = 0; minute < 2; minute++) await adopt?.work({} as never);
    // The previous release's query for mails.
    expect(
      await db.query(sql`select from outbox where state = 'waiting' and due_at <= now()`),
    ).toEqual([]);
    await deliver();
    expect(arrived()).toEqual(["a@x.example", "b@x.example"]);
  });

  it("R740 leaves a mail that the previous release is sending to it", async () => {
    const { db } = market.parts;
    await db.query(sql`
      insert into outbox (id, kind, recipient, subject, words)
      values (gen_random_uuid(), 'test', 'a@x.example', 'To a', 'Hello.')`);
    const adopt = outbox.jobs.find(({ name }) => name === "send-waiting-mail");
    await db.transaction(async (previous) => {
      await previous.query(sql`select pg_advisory_xact_lock(7202513)`);
      await adopt?.work({} as never);
      await deliver();
      expect(arrived()).toEqual([]);
    });
    await adopt?.work({} as never);
    await deliver();
    expect(arrived()).toEqual(["a@x.example"]);
  });

  it("R740 names a mail alike when the answer to it was lost", async () => {
    let isCut = true;
    server.accepts = () => !isCut;
    await put("a@x.example");
    await deliver();
    isCut = false;
    await pass(60);
    await deliver(another());
    const [first, again] = server.mails;
    expect(again).toEqual(first);
    expect(server.mails).toHaveLength(2);
  });

  it("R740 sends each mail once from two processes, in order", async () => {
    const wanted = Array.from({ length: 12 }, (_, nth) => `r${nth}@x.example`);
    for (const to of wanted) await put(to);
    const other = another();
    await Promise.all([deliver(), deliver(other), deliver(other)]);
    // The second process leaves it to the first.
    await deliver();
    expect(arrived()).toEqual(wanted);
  });

  it("R742 stores nothing and calls no server without SMTP_URL", async () => {
    const { config } = market.parts;
    const { SMTP_URL: _, ...rest } = config;
    const closed = openOutbox({ ...market.parts, config: { ...rest, SMTP_URL: undefined } });
    await put("a@x.example", {}, closed);
    await deliver(closed);
    expect([closed.isOpen, await rows("waiting"), server.named]).toEqual([false, [], []]);
    expect(closed.jobs.map(({ name }) => name)).toEqual(["send-mail", "forget-old-mail"]);
  });
});

describe("a grievance", () => {
  const form = { name: "Ravi Kumar", subject: "My photo", details: "Buy pills at spam.example" };
  let address = 0;
  const send = (email: string) =>
    market.stranger.call("POST", "/api/grievances", {
      json: { ...form, email },
      headers: { "x-forwarded-for": `10.9.1.${address++}` },
    });

  it("R743 is acknowledged by mail, without quoting the form", async () => {
    const { body } = await send("ravi@x.example");
    await deliver();
    const [mail] = server.mails;
    expect(arrived()).toEqual(["ravi@x.example"]);
    expect(mail?.text).toContain(body.receipt);
    expect(mail?.text).toContain(body.secret);
    expect(mail?.text).toContain("http://localhost:3000/grievance");
    expect(mail?.text).not.toMatch(/Ravi|photo|pills/);
  });

  it("R743 does not reveal whether an address exists, and waits for no mail", async () => {
    const known = await market.student("Asha");
    const [asha] = await market.parts.db.query<{ email: string }>(sql`
      select identity.email from users join identities identity on identity.id = identity_id
      where users.id = ${known.userId}`);
    const gate = Promise.withResolvers<void>();
    server.judge = (to) => (to.startsWith("nobody") ? { code: 550 } : gate.promise);
    const emails = [asha?.email ?? "", "stranger@x.example", "nobody@x.example"];
    const first = await send(emails[0] ?? "");
    // The mail server delays the first one while it answers the others.
    const sending = deliver();
    await vi.waitFor(() => expect(server.named).toHaveLength(1), 300_000);
    const answers = [first, await send(emails[1] ?? ""), await send(emails[2] ?? "")];
    const shape = ({ status, body, headers }: typeof first) => [
      status,
      Object.entries(body).map(([name, value]) => [name, String(value).length]),
      Object.keys(headers).toSorted(),
    ];
    for (const answer of answers) expect(shape(answer)).toEqual(shape(first));
    gate.resolve();
    await sending;
    const general = (text = "") => text.replaceAll(/(Receipt|Secret): \S+/g, "$1");
    expect(server.named).toEqual(emails);
    expect(general(server.mails[0]?.text)).toBe(general(server.mails[1]?.text));
  });

  it("R743 sends one address five acknowledgements a day, however many name it", async () => {
    for (let sent = 0; sent < 7; sent++)
      expect((await send(sent % 2 ? "Victim@x.example" : "victim@x.example")).status).toBe(201);
    await deliver();
    expect(arrived()).toHaveLength(5);
  });
});

describe("the operator", () => {
  it("R744 R853 is warned within the hour, once a day, that the backup failed and why", async () => {
    const [job] = backupJobs(market.parts);
    for (let hour = 0; hour < 2; hour++) {
      await expect(job?.work(undefined as never)).rejects.toThrow();
      await warnOfTrouble(market.parts);
    }
    await deliver();
    expect(arrived()).toEqual(["help@cgu.example"]);
    expect(server.mails[0]?.text).toContain(
      "Backups do not work. /dev/null/nowhere: a part of the path is no folder (ENOTDIR).",
    );
  });

  it("R744 is warned once a day of cases that are overdue, as the grievance officer", async () => {
    const { db } = market.parts;
    await warnOfOverdue(market.parts);
    expect(await rows("waiting")).toEqual([]);
    await db.query(sql`
      update cases set due_at = now() - interval '1 minute'
      where id = (select id from cases where closed_at is null limit 1)`);
    for (let hour = 0; hour < 2; hour++) await warnOfOverdue(market.parts);
    await deliver();
    expect(arrived()).toEqual(["officer@cgu.example"]);
    expect(server.mails[0]?.head).toMatch(/^Subject: A report is overdue$/m);
  });

  it("R938 is warned of a case that is three days overdue", async () => {
    const { db } = market.parts;
    const overdueFor = (hours: number) =>
      db.query(sql`
        update cases set due_at = now() - make_interval(hours => ${hours})
        where id = (select id from cases where closed_at is null order by id limit 1)`);
    const sentence = "A report has been overdue for three days: no moderator decides it.";
    await overdueFor(71);
    await warnOfTrouble(market.parts);
    await overdueFor(73);
    await warnOfTrouble(market.parts);
    await deliver();
    const found = server.mails.map(({ text }) => text.includes(sentence));
    expect(found.filter(Boolean).length).toBe(1);
    expect(arrived()[found.indexOf(true)]).toBe("help@cgu.example");
    await overdueFor(0);
  });
});

describe("the operator, of trouble", () => {
  it("R748 is warned once a day of the warnings on /operations, and of a new one again", async () => {
    const { parts } = market;
    // BACKUP_TO cannot be read.
    for (let hour = 0; hour < 2; hour++) await warnOfTrouble(parts);
    vi.spyOn(parts.storage, "check").mockRejectedValue(new Error("full"));
    for (let hour = 0; hour < 2; hour++) await warnOfTrouble(parts);
    await deliver();
    expect(arrived()).toEqual(["help@cgu.example", "help@cgu.example"]);
    const [first, second] = server.mails;
    expect(first?.text).toContain("Backups do not work. /dev/null/nowhere");
    expect(first?.text).not.toContain("Photos cannot be stored");
    expect(second?.text).toContain("Photos cannot be stored: nobody can list anything.");
    expect(second?.text).toContain("http://localhost:3000/operations");
    expect(second?.text).toContain("What is wrong and how to fix it: npm run market -- doctor");
  });
});

describe("the product as it is shipped", () => {
  const processes = createProcesses();
  afterEach(() => processes.stopAll());

  it(
    "R740 R741 sends a mail once, though it was killed while the server took it",
    { tags: "sweep" },
    async () => {
      const database = await createTestDatabase();
      const settings = { ...database.settings, SMTP_URL: server.url, DEMO_DATA: "off" };
      const gate = Promise.withResolvers<void>();
      server.judge = () => gate.promise;
      const first = await processes.start(settings);
      await ready(first);
      const answer = await fetch(`http://127.0.0.1:${first.port}/api/grievances`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name: "R", email: "ravi@x.example", subject: "S", details: "D" }),
      });
      expect(answer.status).toBe(201);
      await vi.waitFor(() => expect(server.named).toHaveLength(1), 300_000);
      first.child.kill("SIGKILL");
      await first.exit;
      server.judge = () => undefined;
      const second = await processes.start(settings, { folder: first.folder });
      await ready(second);
      await vi.waitFor(() => expect(server.mails).toHaveLength(1), {
        timeout: 120_000,
        interval: 200,
      });
      gate.resolve();
      second.child.kill("SIGTERM");
      await second.exit;
      await database.drop();
      expect(arrived()).toEqual(["ravi@x.example"]);
      expect(second.output()).not.toContain("@x.example");
    },
  );
});
