import { demoStudents } from "@market/fixtures/demo-students";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSignInTest, type SignInTest } from "../../test/identity.ts";
import { createLog } from "../config/log.ts";
import { startDevelopmentProvider } from "./provider.ts";
import { issueDevelopmentToken } from "./token.ts";

const closed = { mode: "trial", DEVELOPMENT_PROVIDER_PORT: 0, HOST: "127.0.0.1" } as const;

describe("the development identity provider", () => {
  let test: SignInTest;
  beforeAll(async () => {
    test = await openSignInTest();
  });
  afterAll(() => test.close());

  it.each([
    ["in production", "production", "http://localhost:3170"],
    ["where other computers reach the product", "trial", "https://market.example"],
    ["on an address that begins like this computer's", "trial", "http://localhost.evil.example"],
    ["on an address of the local network", "trial", "http://192.168.1.7:3000"],
  ] as const)("does not start %s", async (_what, mode, origin) => {
    const config = { ...closed, mode, PUBLIC_ORIGIN: origin, TRIAL_OPEN: false };
    await expect(
      startDevelopmentProvider({ config, demoStudents, log: createLog("silent") }),
    ).rejects.toThrow("trial mode");
  });

  it.each(["http://market.example", "https://192.168.1.7", "http://203.0.113.7:3000"])(
    "does not start for %s even when the trial is open",
    async (origin) => {
      const config = { ...closed, PUBLIC_ORIGIN: origin, TRIAL_OPEN: true };
      await expect(
        startDevelopmentProvider({ config, demoStudents, log: createLog("silent") }),
      ).rejects.toThrow("trial mode");
    },
  );

  it("R833 has the address of the product when the trial is open to the local network", async () => {
    const config = { ...closed, PUBLIC_ORIGIN: "http://192.168.1.7:3000", TRIAL_OPEN: true };
    const provider = await startDevelopmentProvider({
      config,
      demoStudents,
      log: createLog("silent"),
    });
    try {
      const response = await fetch(
        `http://127.0.0.1:${provider.port}/.well-known/openid-configuration`,
      );
      expect(await response.json()).toMatchObject({
        issuer: `http://192.168.1.7:${provider.port}`,
      });
    } finally {
      await provider.close();
    }
  });

  it("R946 listens on another host name than the product, says that it is a demo, and shows all demo students, without a script", async () => {
    const page = await test.browser().open("/api/auth/start");
    expect(page.url.hostname).toBe("127.0.0.1");
    expect(page.text).toContain("<p>This is a demo: log in as any student, without a password.");
    for (const { name, email } of demoStudents)
      expect(page.text).toContain(`<b>${name}</b><small>${email}</small>`);
    expect(page.text.match(/<(main|h1)[ >]/g)).toHaveLength(2);
    expect(page.text).not.toMatch(/<script|style="|\son\w+="/);
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none';.* style-src 'sha256-/,
    );
  });

  it("R898 lets a student who is still logged in there log in again for max_age=0, and tells when they did", async () => {
    const browser = test.browser();
    await browser.signIn("asha@cgu.example");
    const withoutPrompt = async (query: string) => {
      const start = `/api/auth/start?mode=popup&attempt=try-1${query}`;
      const { headers } = await browser.open(start, { follow: false });
      const address = new URL(headers.get("location") ?? "");
      address.searchParams.delete("prompt");
      return browser.open(address.href);
    };
    expect((await withoutPrompt("")).url.pathname).toBe("/api/auth/callback");
    const choice = await withoutPrompt("&fresh=true");
    expect(choice.url.pathname).toMatch(/^\/account\//);
    const form = { account: "asha@cgu.example" };
    const page = await browser.open(choice.url.href, { method: "POST", form });
    expect(page.text).toContain('data-attempt="try-1" data-code=""');
    const sessions = await test.db.query<{ told: boolean }>(sql`
      select authenticated_at is not null as told from sessions`);
    expect(sessions.map(({ told }) => told)).toEqual([true, true, true]);
  });

  it("knows the same person at every start, on any port", async () => {
    const restarted = await openSignInTest();
    const [one, two] = [
      await test.tokenOf("asha@cgu.example"),
      await restarted.tokenOf("asha@cgu.example"),
    ];
    expect(one).not.toBe(two);
    const subjects = await Promise.all(
      [test, restarted].map(({ db }) =>
        db.query(sql`select issuer, subject from identities where email = 'asha@cgu.example'`),
      ),
    );
    expect(subjects[0]).toEqual(subjects[1]);
    await restarted.close();
  });

  it("gives a typed-in account the name that was typed", async () => {
    const browser = test.browser();
    await browser.signIn({ email: "Typed.In@CGU.example", name: "Typed <b>In</b>" });
    expect((await browser.token()).body.profile).toEqual({
      email: "typed.in@cgu.example",
      displayName: "Typed <b>In</b>",
      photoURL: null,
    });
  });

  it("refuses a form out of nowhere and one that is too long", async () => {
    const base = `http://127.0.0.1:${test.config.DEVELOPMENT_PROVIDER_PORT}`;
    const lost = await fetch(`${base}/account/unknown`, {
      method: "POST",
      body: new URLSearchParams({ account: "asha@cgu.example" }),
    });
    expect(lost.status).toBe(400);
    const browser = test.browser();
    const page = await browser.open("/api/auth/start");
    const long = await browser.open(page.url.href, {
      method: "POST",
      form: { email: "x".repeat(5000) },
    });
    expect(long.status).toBe(400);
  });

  it("accepts no code request without PKCE and no foreign address to return to", async () => {
    const base = `http://127.0.0.1:${test.config.DEVELOPMENT_PROVIDER_PORT}/auth?client_id=campus-marketplace&response_type=code&scope=openid`;
    const own = encodeURIComponent("http://localhost:3170/api/auth/callback");
    const bare = await fetch(`${base}&redirect_uri=${own}&state=s`, { redirect: "manual" });
    expect(bare.headers.get("location")).toContain("error=invalid_request");
    const foreign = await fetch(
      `${base}&redirect_uri=${encodeURIComponent("http://localhost:9/x")}`,
      { redirect: "manual" },
    );
    expect([foreign.status, foreign.headers.get("location")]).toEqual([400, null]);
  });
});

describe("a token made by command", () => {
  let test: SignInTest;
  beforeAll(async () => {
    test = await openSignInTest();
  });
  afterAll(() => test.close());

  it("belongs to the person who later logs in, or has already", async () => {
    const { db, config } = test;
    const made = await issueDevelopmentToken({ db, config, email: "Sneha@cgu.example" });
    const { status } = await test.client(made).call("POST", "/api/auth/google-login");
    expect(status).toBe(404);
    const signedIn = await test.tokenOf("sneha@cgu.example");
    const again = await issueDevelopmentToken({ db, config, email: "sneha@cgu.example" });
    const holders = await Promise.all(
      [made, signedIn, again].map(
        async (token) => (await test.identity.tokens.verify(token)).identityId,
      ),
    );
    expect(new Set(holders).size).toBe(1);
  });

  it("exists in trial mode and for college addresses only", async () => {
    const { db, config } = test;
    await expect(
      issueDevelopmentToken({
        db,
        config: { ...config, mode: "production" },
        email: "asha@cgu.example",
      }),
    ).rejects.toThrow("trial");
    await expect(
      issueDevelopmentToken({ db, config, email: "kabir@gmail.example" }),
    ).rejects.toThrow("not a college address");
  });
});
