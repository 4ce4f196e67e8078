import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reinstateStudent, suspendStudent } from "../../moderation/moderation.sql.ts";
import { openSignInTest, type SignInTest } from "../../../test/identity.ts";

describe("signing in through the provider", () => {
  let test: SignInTest;
  beforeAll(async () => {
    test = await openSignInTest();
  });
  afterAll(() => test.close());

  it("R327 ends in a session, in a page that holds no token, and in a token for our own page", async () => {
    const browser = test.browser();
    const page = await browser.signIn("asha@cgu.example");
    expect(page.status).toBe(200);
    expect(page.text).toContain('data-attempt="try-1" data-code=""');
    expect(page.text).not.toMatch(/ey[\w-]+\.|<script>|style=|asha/);
    expect(page.headers.get("cross-origin-opener-policy")).toBeNull();
    expect(page.headers.get("content-security-policy")).toContain(
      "default-src 'none'; script-src 'self'",
    );
    expect(page.url.href).toMatch(/^http:\/\/localhost:3170\/api\/auth\/callback\?/);

    const { status, body } = await browser.token();
    expect(status).toBe(200);
    expect(body).toEqual({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{86}$/),
      expiresAt: expect.any(String),
      profile: { email: "asha@cgu.example", displayName: "Asha Patnaik", photoURL: null },
    });
    expect(Date.parse(body.expiresAt) - Date.now()).toBeGreaterThan(3_590_000);
    expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThanOrEqual(3_600_000);
  });

  it("keeps the session in a cookie of 256 random bits that only its hash follows into the database", async () => {
    const browser = test.browser();
    await browser.signIn("rohan@cgu.example");
    const [cookie] = browser.cookies.filter(({ strict }) => strict);
    expect(cookie?.name).toBe("session-3170");
    expect(cookie?.value).toMatch(/^[\w-]{43}$/);
    expect(cookie?.attributes).toBe("Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict");
    const rows = await test.db.query<{ whole: string; days: number }>(sql`
      select sessions::text as whole, extract(day from expires_at - created_at)::int as days from sessions`);
    expect(rows.every(({ days }) => days === 30)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(cookie?.value);
  });

  it("goes to the home page in redirect mode, whatever else the address asks for", async () => {
    const page = await test.browser().open("/api/auth/start?mode=redirect&returnTo=//evil.example");
    const choice = await test.browser().signIn("priya@cgu.example", "redirect");
    expect(page.status).toBe(200);
    expect(choice.url.href).toBe("http://localhost:3170/");
  });

  it("asks the provider for a choice of account, with PKCE, state and nonce", async () => {
    const page = await test
      .browser()
      .open("/api/auth/start?mode=popup&attempt=a", { follow: false });
    expect(page.status).toBe(303);
    expect(page.headers.get("cross-origin-opener-policy")).toBeNull();
    expect(page.headers.get("set-cookie")).toMatch(
      /^sign-in-3170-[\w-]{8}=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const address = new URL(page.headers.get("location") ?? "");
    expect(address.hostname).toBe("127.0.0.1");
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: "code",
      scope: "openid email profile",
      prompt: "select_account",
      code_challenge_method: "S256",
      redirect_uri: "http://localhost:3170/api/auth/callback",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it("creates a new session at each sign-in and ends the previous one", async () => {
    const browser = test.browser();
    await browser.signIn("imran@cgu.example");
    const first = (await browser.token()).body.token;
    await browser.signIn("imran@cgu.example");
    const second = (await browser.token()).body.token;
    expect((await test.client(first).call("POST", "/api/auth/google-login")).status).toBe(401);
    expect((await test.client(second).call("POST", "/api/auth/google-login")).status).toBe(404);
  });

  it("changes the account in the same browser when another is chosen", async () => {
    const browser = test.browser();
    await browser.signIn("asha@cgu.example");
    await browser.signIn("meera@cgu.example");
    expect((await browser.token()).body.profile.email).toBe("meera@cgu.example");
  });

  it("lets two tabs sign in concurrently", async () => {
    const browser = test.browser();
    const first = await browser.open("/api/auth/start?mode=popup&attempt=one");
    const second = await browser.open("/api/auth/start?mode=popup&attempt=two");
    for (const [tab, attempt] of [
      [first, "one"],
      [second, "two"],
    ] as const) {
      const page = await browser.open(tab.url.href, {
        method: "POST",
        form: { account: "asha@cgu.example" },
      });
      expect(page.text).toContain(`data-attempt="${attempt}" data-code=""`);
    }
  });

  it.each([
    ["R363 an address outside the college", "kabir@gmail.example", 403, "email-domain-not-allowed"],
    ["a typed look-alike", { email: "asha@evilcgu.example" }, 403, "email-domain-not-allowed"],
    [
      "an address that is not verified",
      { email: "new@cgu.example", unverified: "yes" },
      403,
      "email-not-verified",
    ],
    ["a sign-in that was cancelled", { cancel: "yes" }, 403, "sign-in-cancelled"],
  ])("refuses %s, in both modes, and begins no session", async (_what, account, status, code) => {
    const browser = test.browser();
    const page = await browser.signIn(account);
    expect(page.status).toBe(status);
    expect(page.text).toContain(`data-attempt="try-1" data-code="${code}"`);
    expect((await browser.signIn(account, "redirect")).url.href).toBe(
      `http://localhost:3170/login?error=${code}`,
    );
    expect((await browser.token()).body).toMatchObject({
      status: 401,
      code: "missing-session",
      success: false,
    });
  });

  it("R366 says what to do with another address", async () => {
    expect((await test.browser().signIn("kabir@gmail.example")).text).toContain(
      "Use your college email to continue.",
    );
  });

  it("refuses a known address that comes back with another subject, and leaves the account alone", async () => {
    await test.db.query(sql`
      insert into identities (id, issuer, subject, email, name)
      values (gen_random_uuid(), 'urn:campus-marketplace:development', 'an-earlier-subject', 'old@cgu.example', 'Old')`);
    const page = await test.browser().signIn({ email: "Old@cgu.example" });
    expect(page.status).toBe(403);
    expect(page.text).toContain('data-code="identity-changed"');
    const rows = await test.db.query(
      sql`select name from identities where email = 'old@cgu.example'`,
    );
    expect(rows).toEqual([{ name: "Old" }]);
  });

  it("R841 R842 ends the sessions of a suspended student, and begins one that is limited until reinstated", async () => {
    const address = "neha@cgu.example";
    const browser = test.browser();
    await browser.signIn(address);
    await test.db.query(sql`
      insert into users (id, identity_id, name, phone, country, course, semester)
      select gen_random_uuid(), id, name, '+919876543210', 'India', 'B.Tech', '3rd Semester'
      from identities where email = ${address}`);
    await test.db.transaction((transaction) => suspendStudent(transaction, { email: address }, 7));
    expect((await browser.token()).body).toMatchObject({ status: 403, code: "account-suspended" });
    const again = test.browser();
    expect((await again.signIn(address)).status).toBe(200);
    expect((await again.signIn(address, "redirect")).url.href).toBe("http://localhost:3170/");
    const login = async () => {
      const authorization = `Bearer ${(await again.token()).body.token}`;
      const url = "/api/auth/google-login";
      return test.app.inject({ method: "POST", url, headers: { authorization } });
    };
    const refused = await login();
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      expect.stringMatching(/suspended until \d+ \w+ \d{4} at .* IST\. Please write to support\./),
    ]);
    await test.db.transaction((transaction) => reinstateStudent(transaction, { email: address }));
    expect((await browser.token()).body.code).toBe("missing-session");
    expect((await login()).statusCode).toBe(200);
  });

  it("takes no session and no token of the development provider once another one is configured", async () => {
    const browser = test.browser();
    await browser.signIn("asha@cgu.example");
    const cookie = browser.cookies.find(({ name }) => name === "session-3170")?.value ?? "";
    const { app, identity } = await test.anotherProcess({
      PUBLIC_ORIGIN: "https://market.college.edu",
      OIDC_ISSUER: "https://accounts.google.com",
      OIDC_CLIENT_ID: "id",
      OIDC_CLIENT_SECRET: "secret",
      COLLEGE_EMAIL_SUFFIX: "@cgu.example",
      CONTACT_EMAIL: "help@cgu.example",
    });
    const ownPage = { "x-requested-with": "campus-marketplace", "sec-fetch-site": "same-origin" };
    const answer = await app.inject({
      method: "POST",
      url: "/api/auth/token",
      headers: { ...ownPage, cookie: `__Host-session=${cookie}` },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([401, "missing-session"]);
    const [session] = await test.db.query<{ identityId: string; sessionId: string }>(sql`
      select s.identity_id as "identityId", s.id as "sessionId"
      from sessions s join identities i on i.id = s.identity_id
      where i.email = 'asha@cgu.example' and s.ended_at is null limit 1`);
    if (session === undefined) throw new Error("There is no session");
    const { token } = await identity.tokens.issue(session);
    const call = await app.inject({
      method: "POST",
      url: "/api/auth/google-login",
      headers: { authorization: `Bearer ${token}` },
    });
    expect([call.statusCode, call.json().code]).toEqual([401, "invalid-token"]);
    expect((await browser.token()).status).toBe(200);
  });

  it("answers that the provider is down, and recovers when it is up", async () => {
    const { app, identity } = await test.anotherProcess({ DEVELOPMENT_PROVIDER_PORT: "1" });
    const popup = await app.inject("/api/auth/start?mode=popup&attempt=x");
    expect(popup.statusCode).toBe(503);
    expect(popup.headers["retry-after"]).toBe("5");
    expect(popup.body).toContain('data-attempt="x" data-code="identity-provider-unavailable"');
    const redirect = await app.inject("/api/auth/start?mode=redirect");
    expect(redirect.headers.location).toBe("/login?error=identity-provider-unavailable");
    expect(identity.config.mode).toBe("trial");
  });

  it("refuses a mode or an attempt of the wrong form", async () => {
    expect((await test.client().get("/api/auth/start?mode=iframe")).body.code).toBe(
      "invalid-request",
    );
    expect(
      (await test.client().get("/api/auth/start?mode=popup&attempt=%22%3E%3Cscript%3E")).body.code,
    ).toBe("invalid-request");
  });
});
