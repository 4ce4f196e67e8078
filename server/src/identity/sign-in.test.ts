import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSignInTest, type SignInTest } from "./testing.ts";

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

  it("makes a new session at each sign-in and ends the one before", async () => {
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

  it("lets two tabs sign in at once", async () => {
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

  it("answers that the provider is away, and recovers when it is back", async () => {
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
