import type { AddressInfo } from "node:net";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CommitInDoubt } from "../../errors/errors.ts";
import { deleteOldSignIns } from "./sign-ins.sql.ts";
import type { TestBrowser } from "../../../test/browser.ts";
import { openSignInTest, origin, type SignInTest } from "../../../test/identity.ts";

/** The answer to a callback, as the student sees it. */
type Answer = { status: number; code: string | undefined; session: string | undefined };

describe("a callback that the same browser asks for twice", () => {
  let test: SignInTest;
  /** Addresses of two processes on one database. */
  let processes: string[];
  beforeAll(async () => {
    test = await openSignInTest();
    const other = await test.anotherProcess();
    processes = await Promise.all(
      [test.app, other.app].map(async (app) => {
        await app.listen({ port: 0, host: "127.0.0.1" });
        return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
      }),
    );
  });
  afterAll(() => test.close());

  const cookiesOf = (browser: TestBrowser) =>
    browser.cookies
      .filter(({ strict }) => !strict)
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  const ask = async (callback: URL, cookie: string, at = 0): Promise<Answer> => {
    const answer = await fetch(callback.href.replace(origin, processes[at] ?? ""), {
      headers: { cookie },
      redirect: "manual",
    });
    const text = await answer.text();
    const cookies = answer.headers.getSetCookie().join("\n");
    return {
      status: answer.status,
      code: /data-code="([\w-]*)"/.exec(text)?.[1] ?? answer.headers.get("location") ?? undefined,
      session: /^session-3170=([\w-]{43});/m.exec(cookies)?.[1],
    };
  };
  const sessions = async (email: string) =>
    test.db.query<{ ended: boolean }>(sql`
      select s.ended_at is not null as ended from sessions s
      join identities i on i.id = s.identity_id where i.email = ${email}`);

  it.each([
    ["concurrently", "popup", "asha@cgu.example", 200, ""],
    ["concurrently", "redirect", "rohan@cgu.example", 303, "/"],
    ["after another", "popup", "meera@cgu.example", 200, ""],
    ["after another", "redirect", "priya@cgu.example", 303, "/"],
  ] as const)(
    "%s (%s) gets one answer and one session, of one process and of two",
    async (when, mode, email, status, code) => {
      const browser = test.browser();
      const callback = await browser.signInUntilCallback(email, mode);
      const cookie = cookiesOf(browser);
      const places = [0, 0, 1, 1];
      const answers: Answer[] = [];
      if (when === "concurrently")
        answers.push(...(await Promise.all(places.map((at) => ask(callback, cookie, at)))));
      else for (const at of places) answers.push(await ask(callback, cookie, at));

      const [first] = answers;
      expect(first).toEqual({ status, code, session: expect.any(String) });
      expect(answers).toEqual(places.map(() => first));
      expect(await sessions(email)).toEqual([{ ended: false }]);
      browser.cookies.push({
        ...({ host: "localhost", path: "/", strict: true, attributes: "" } as const),
        name: "session-3170",
        value: first?.session ?? "",
      });
      expect((await browser.token()).body.profile.email).toBe(email);
    },
  );

  it("gets the same refusal, and no session", async () => {
    const browser = test.browser();
    const outsider = { email: "kabir@gmail.example", name: "Kabir" };
    const callback = await browser.signInUntilCallback(outsider);
    const cookie = cookiesOf(browser);
    const refused = { status: 403, code: "email-domain-not-allowed", session: undefined };
    const answers = await Promise.all([0, 1].map((at) => ask(callback, cookie, at)));
    expect([...answers, await ask(callback, cookie)]).toEqual([refused, refused, refused]);
    expect(await sessions(outsider.email)).toEqual([]);
  });

  it("gets nothing without the cookie of that sign-in, or with another cookie", async () => {
    const browser = test.browser();
    const callback = await browser.signInUntilCallback("asha@cgu.example");
    const other = test.browser();
    await other.signInUntilCallback("rohan@cgu.example");
    expect((await ask(callback, cookiesOf(browser))).status).toBe(200);
    const refused = { status: 400, code: "invalid-state", session: undefined };
    expect(await ask(callback, "")).toEqual(refused);
    expect(await ask(callback, cookiesOf(other))).toEqual(refused);
  });

  it("is remembered for an hour, and not at all unless it was started here", async () => {
    const count = async () => {
      const rows = await test.db.query(sql`select from sign_ins`);
      return rows.length;
    };
    await test.db.query(sql`delete from sign_ins`);
    const browser = test.browser();
    const callback = await browser.signInUntilCallback("asha@cgu.example");
    await ask(callback, "");
    expect(await count()).toBe(0);
    await ask(callback, cookiesOf(browser));
    await deleteOldSignIns(test.db);
    expect(await count()).toBe(1);
    await test.db.query(sql`update sign_ins set came_back_at = now() - interval '61 minutes'`);
    await deleteOldSignIns(test.db);
    expect(await count()).toBe(0);
  });

  it("is not signed in again once the student has signed out", async () => {
    const browser = test.browser();
    const callback = await browser.signInUntilCallback("asha@cgu.example");
    const cookie = cookiesOf(browser);
    await browser.open(callback.href);
    await browser.logOut();
    expect(await ask(callback, cookie)).toMatchObject({ status: 400, session: undefined });
  });
});

describe("the session of a failed try", () => {
  let test: SignInTest;
  beforeAll(async () => {
    test = await openSignInTest();
  });
  afterAll(() => test.close());

  const living = async () => {
    const [row] = await test.db.query<{ count: number }>(
      sql`select count(*)::int as count from sessions where ended_at is null`,
    );
    return row?.count;
  };

  it("ends when the callback comes again too late and is refused", async () => {
    const browser = test.browser();
    const callback = await browser.signInUntilCallback("asha@cgu.example");
    expect((await browser.open(callback.href)).status).toBe(200);
    expect(await living()).toBe(1);
    await test.db.query(sql`update sign_ins set answered_at = now() - interval '31 seconds'`);
    expect((await browser.open(callback.href)).text).toContain('data-code="invalid-state"');
    expect(await living()).toBe(0);
    expect((await browser.token()).status).toBe(401);
  });

  it("ends when the answer to its commit was lost", async () => {
    const browser = test.browser();
    const callback = await browser.signInUntilCallback("rohan@cgu.example");
    const { transaction } = test.db;
    test.db.transaction = async (work) => {
      await transaction(work);
      throw new CommitInDoubt("the answer to a commit was lost");
    };
    const page = await browser.open(callback.href);
    test.db.transaction = transaction;
    expect(page.status).toBe(503);
    expect(await living()).toBe(0);
    expect((await browser.open(callback.href)).status).toBe(400);
    expect((await browser.token()).status).toBe(401);
  });

  it("is never started when the request that waited for it has been refused since", async () => {
    const browser = test.browser();
    const callback = await browser.signInUntilCallback("priya@cgu.example");
    const { transaction } = test.db;
    test.db.transaction = async (work) => {
      await test.db.query(sql`
        update sign_ins set answered_at = now(), refusal = 'identity-provider-unavailable'
        where answered_at is null`);
      return transaction(work);
    };
    const page = await browser.open(callback.href);
    test.db.transaction = transaction;
    expect(page.text).toContain('data-code="identity-provider-unavailable"');
    expect(await living()).toBe(0);
  });
});
