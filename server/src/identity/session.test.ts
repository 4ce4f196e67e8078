import { measureStudent } from "../moderation/measures.ts";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSignInTest, type SignInTest } from "../../test/identity.ts";

const googleLogin = { method: "POST", url: "/api/auth/google-login" } as const;

describe("a session", () => {
  let test: SignInTest;
  beforeAll(async () => {
    test = await openSignInTest();
  });
  afterAll(() => test.close());

  const signedIn = async (email: string) => {
    const browser = test.browser();
    await browser.signIn(email);
    const { token } = (await browser.token()).body;
    return { browser, token: String(token), headers: { authorization: `Bearer ${token}` } };
  };

  it("C09 ends with the sign-out on every process immediately, and all its tokens with it", async () => {
    const { app: other } = await test.anotherProcess();
    const { browser, headers } = await signedIn("asha@cgu.example");
    const second = { authorization: `Bearer ${(await browser.token()).body.token}` };
    expect((await other.inject({ ...googleLogin, headers })).statusCode).toBe(404);

    const page = await browser.logOut();
    expect(page.status).toBe(204);
    expect(page.text).toBe("");
    expect(page.headers.get("clear-site-data")).toBe('"storage"');
    for (const one of [headers, second]) {
      const answer = await other.inject({ ...googleLogin, headers: one });
      expect([answer.statusCode, answer.json().code]).toEqual([401, "invalid-token"]);
    }
    expect(browser.cookies.filter(({ name }) => name.startsWith("session-"))).toEqual([]);
    expect((await browser.token()).body.code).toBe("missing-session");
  });

  it("C10 may be ended twice, and where there is none", async () => {
    const { browser } = await signedIn("rohan@cgu.example");
    expect([(await browser.logOut()).status, (await browser.logOut()).status]).toEqual([204, 204]);
    expect((await test.browser().logOut()).status).toBe(204);
  });

  const lateLogout = {
    method: "POST",
    headers: { "x-requested-with": "campus-marketplace", "sec-fetch-site": "same-origin" },
  } as const;
  const pending = (name: string) => ({
    host: "localhost",
    name,
    value: "1",
    path: "/",
    strict: false,
    attributes: "",
  });

  it("R893 ends with a late logout, whose answer clears nothing of a newer sign-in", async () => {
    const { browser, headers } = await signedIn("nikhil@cgu.example");
    browser.cookies.push(pending("logout-pending-3170"));
    const late = await browser.open("/api/auth/logout?late=yes", lateLogout);
    expect([late.status, late.headers.get("clear-site-data")]).toEqual([204, null]);
    expect(late.headers.getSetCookie()).toEqual([]);
    const answer = await test.app.inject({ ...googleLogin, headers });
    expect([answer.statusCode, answer.json().code]).toEqual([401, "invalid-token"]);
  });

  it("R893 is not ended by a late logout that is sent after it began", async () => {
    const { browser } = await signedIn("nikhil@cgu.example");
    browser.cookies.push(pending("logout-pending-3170"), pending("logout-pending"));
    await browser.signIn("nikhil@cgu.example");
    expect(browser.cookies.map(({ name }) => name)).not.toContain("logout-pending-3170");
    expect((await browser.open("/api/auth/logout?late=yes", lateLogout)).status).toBe(204);
    expect((await browser.token()).status).toBe(200);
  });

  it("of one browser continues when the same person signs out in another", async () => {
    const here = await signedIn("priya@cgu.example");
    const there = await signedIn("priya@cgu.example");
    await here.browser.logOut();
    expect((await test.app.inject({ ...googleLogin, headers: there.headers })).statusCode).toBe(
      404,
    );
    expect((await test.app.inject({ ...googleLogin, headers: here.headers })).statusCode).toBe(401);
  });

  it("R841 that a suspension has ended yields no token while it lasts, and a new sign-in a limited one", async () => {
    const { browser, headers } = await signedIn("kavya@cgu.example");
    await test.db.query(sql`
      insert into users (id, identity_id, name, phone, country, course, semester)
      select gen_random_uuid(), id, name, '+919876543210', 'India', 'B.Tech', '3rd Semester'
      from identities where email = 'kavya@cgu.example'`);
    expect((await browser.token()).status).toBe(200);
    await test.db.transaction((transaction) =>
      measureStudent(
        { transaction, jobs: { enqueue: async () => undefined } },
        "operator",
        "suspend",
        { email: "kavya@cgu.example" },
        "Insults",
      ),
    );
    const again = test.browser();
    expect((await again.signIn("kavya@cgu.example")).status).toBe(200);
    const { status, body } = await browser.token();
    expect([status, body.code, body.reason, body.token]).toEqual([
      403,
      "account-suspended",
      "Insults",
      undefined,
    ]);
    const { token } = (await again.token()).body;
    for (const authorization of [headers.authorization, `Bearer ${token}`]) {
      const login = await test.app.inject({ ...googleLogin, headers: { authorization } });
      expect([login.statusCode, login.json().reason]).toEqual([403, "Insults"]);
    }
  });

  it("C12 is never one that was there before the sign-in", async () => {
    const browser = test.browser();
    const planted = "p".repeat(43);
    browser.cookies.push({
      host: "localhost",
      name: "session-3170",
      value: planted,
      path: "/",
      strict: true,
      attributes: "",
    });
    await browser.signIn("imran@cgu.example");
    const values = browser.cookies
      .filter(({ name }) => name === "session-3170")
      .map(({ value }) => value);
    expect(values).toHaveLength(1);
    expect(values).not.toContain(planted);
  });

  it.each(["x", "", "p".repeat(43), "p".repeat(5000), "%00", "a'; drop table sessions; --"])(
    "is not opened by the cookie %j",
    async (value) => {
      const browser = test.browser();
      browser.cookies.push({
        host: "localhost",
        name: "session-3170",
        value,
        path: "/",
        strict: true,
        attributes: "",
      });
      expect((await browser.token()).body).toMatchObject({
        status: 401,
        code: "missing-session",
        message: "Please login to continue",
      });
    },
  );

  it.each([
    ["without our header", { "sec-fetch-site": "same-origin" }],
    ["with another header", { "x-requested-with": "XMLHttpRequest" }],
    [
      "from another site",
      { "x-requested-with": "campus-marketplace", "sec-fetch-site": "cross-site" },
    ],
    [
      "from another host of the site",
      { "x-requested-with": "campus-marketplace", "sec-fetch-site": "same-site" },
    ],
    [
      "from another origin",
      { "x-requested-with": "campus-marketplace", origin: "http://127.0.0.1:3170" },
    ],
    ["from nowhere", { "x-requested-with": "campus-marketplace", origin: "null" }],
  ])("C01 C03 gives no token to a call %s, and does not end by it", async (_what, headers) => {
    const { browser } = await signedIn("ananya@cgu.example");
    expect((await browser.token(headers)).body).toMatchObject({
      status: 403,
      code: "foreign-origin",
    });
    const cookie = browser.cookies
      .filter(({ host }) => host === "localhost")
      .map(({ name, value }) => `${name}=${value}`);
    const answer = await test.app.inject({
      method: "POST",
      url: "/api/auth/logout",
      headers: { ...headers, cookie: cookie.join("; ") },
    });
    expect(answer.json().code).toBe("foreign-origin");
    expect((await browser.token()).status).toBe(200);
  });

  it("runs out after thirty days, used or not, and its tokens with it", async () => {
    const { browser, headers } = await signedIn("vikram@cgu.example");
    await test.db.query(sql`
      update sessions set expires_at = now() where identity_id = (select id from identities where email = 'vikram@cgu.example')`);
    expect((await browser.token()).body.code).toBe("missing-session");
    expect((await test.app.inject({ ...googleLogin, headers })).json().code).toBe("invalid-token");
  });

  it("D01 gives no token to a student whose domain is no longer admitted, and accepts none", async () => {
    const { browser, headers } = await signedIn("meera@cgu.example");
    await test.db.query(
      sql`update identities set email = 'meera@elsewhere.example' where email = 'meera@cgu.example'`,
    );
    expect((await browser.token()).body.code).toBe("email-domain-not-allowed");
    expect((await test.app.inject({ ...googleLogin, headers })).json().code).toBe(
      "email-domain-not-allowed",
    );
  });

  const overHttps = () =>
    test.anotherProcess({
      PUBLIC_ORIGIN: "https://market.example",
      OIDC_ISSUER: `http://127.0.0.1:${test.config.DEVELOPMENT_PROVIDER_PORT}`,
      OIDC_CLIENT_ID: "campus-marketplace",
      OIDC_CLIENT_SECRET: "development",
      COLLEGE_EMAIL_SUFFIX: "@cgu.example",
      CONTACT_EMAIL: "help@cgu.example",
    });

  it("is bound to our host and to https when we are there", async () => {
    const { app } = await overHttps();
    const start = await app.inject("/api/auth/start?mode=redirect");
    expect(start.headers["set-cookie"]).toMatch(
      /^__Host-sign-in-[\w-]{8}=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const out = await app.inject({
      method: "POST",
      url: "/api/auth/logout",
      headers: { "x-requested-with": "campus-marketplace" },
    });
    expect(out.headers["set-cookie"]).toMatch(
      /^__Host-session=; Max-Age=0; Path=\/; .*HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  it("R893 is ended late only with the cookie that no other host can set", async () => {
    const { app } = await overHttps();
    const { browser } = await signedIn("nikhil@cgu.example");
    const issuer = `http://127.0.0.1:${test.config.DEVELOPMENT_PROVIDER_PORT}`;
    await test.db.query(sql`
      update identities set issuer = ${issuer} where email = 'nikhil@cgu.example'`);
    const secret = browser.cookies.find(({ name }) => name === "session-3170")?.value;
    const post = (url: string, cookie: string) =>
      app.inject({
        method: "POST",
        url,
        headers: {
          "x-requested-with": "campus-marketplace",
          cookie: `__Host-session=${secret}; ${cookie}`,
        },
      });
    const after = async (cookie: string) => {
      expect((await post("/api/auth/logout?late=yes", cookie)).statusCode, cookie).toBe(204);
      return (await post("/api/auth/token", "")).statusCode;
    };
    for (const name of ["logout-pending", "logout-pending-443", "__Secure-logout-pending"])
      expect(await after(`${name}=1`), name).toBe(200);
    expect(await after("__Host-logout-pending=1")).toBe(401);
  });

  it("C04 is neither begun nor opened by cookies that a page of another host of the site can set", async () => {
    const { app } = await overHttps();
    // The attacker's own sign-in, as far as the way back: its cookie is genuine.
    const start = await app.inject("/api/auth/start?mode=redirect");
    const [, ours = "", state8 = "", encrypted = ""] =
      /^(__Host-sign-in-([\w-]{8}))=([^;]+)/.exec(String(start.headers["set-cookie"])) ?? [];
    const state = new URL(String(start.headers.location)).searchParams.get("state") ?? "";
    const comeBack = async (name: string) =>
      (
        await app.inject({
          url: `/api/auth/callback?code=c&state=${state}`,
          headers: { cookie: `${name}=${encrypted}` },
        })
      ).headers.location;
    // Under its own name it is accepted, and only the code is wrong.
    expect(await comeBack(ours)).toMatch(/^\/login\?error=/);
    for (const prefix of [
      "__Secure-sign-in",
      "__host-sign-in",
      "sign-in",
      "sign-in-443",
      "__Host-",
    ])
      expect(await comeBack(`${prefix}-${state8}`), prefix).toBeUndefined();

    const { browser } = await signedIn("farhan@cgu.example");
    const secret = browser.cookies.find(({ name }) => name === "session-3170")?.value;
    for (const name of [
      "session",
      "__Secure-session",
      "__host-session",
      "session-443",
      "session-3170",
    ]) {
      const answer = await app.inject({
        method: "POST",
        url: "/api/auth/token",
        headers: { "x-requested-with": "campus-marketplace", cookie: `${name}=${secret}` },
      });
      expect(answer.json().code, name).toBe("missing-session");
    }
  });

  it("may be sought again and again without the cookies of given-up sign-ins piling up", async () => {
    const browser = test.browser();
    for (let time = 0; time < 9; time++) await browser.open("/api/auth/start", { follow: false });
    const begun = browser.cookies.filter(({ name }) => name.startsWith("sign-in-"));
    expect(begun.length).toBeLessThanOrEqual(4);
  });

  it("publishes its keys and the script of its closing page", async () => {
    const keys = await test.app.inject("/.well-known/jwks.json");
    expect(keys.json().keys).toHaveLength(1);
    expect(keys.body).not.toContain('"d"');
    const script = await test.app.inject("/api/auth/outcome.js");
    expect(script.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(script.body).toContain("campus-marketplace:sign-in");
  });
});
