import { Events, type MutableResponse, type MutableToken, OAuth2Server } from "oauth2-mock-server";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Page } from "../../../test/browser.ts";
import { openSignInTest, type SignInTest } from "../../../test/identity.ts";

type Claims = Record<string, unknown>;

/** oauth2-mock-server: another author, another key type, no `iss` on the way back. */
describe("an independent provider", () => {
  const provider = new OAuth2Server();
  let test: SignInTest;
  let claims: Claims;
  let environment: Record<string, string>;
  const truth = (email = "asha@college.edu"): Claims => ({
    sub: `person ${email}`,
    aud: "our-client",
    email,
    email_verified: true,
    hd: "college.edu",
    name: "Asha Patnaik",
  });

  beforeAll(async () => {
    await provider.issuer.keys.generate("RS256", { kid: "first" });
    await provider.start(0, "127.0.0.1");
    provider.service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
      Object.assign(payload, claims);
    });
    provider.service.on(Events.BeforeWellKnownOpenIdConfiguration, ({ body }: MutableResponse) => {
      Object.assign(body ?? {}, { id_token_signing_alg_values_supported: ["RS256", "ES256"] });
    });
    environment = {
      OIDC_ISSUER: provider.issuer.url ?? "",
      OIDC_CLIENT_ID: "our-client",
      OIDC_CLIENT_SECRET: "our-secret",
      OIDC_HOSTED_DOMAIN: "college.edu",
      COLLEGE_EMAIL_SUFFIX: "@college.edu",
      CONTACT_EMAIL: "support@college.edu",
    };
    test = await openSignInTest();
  });
  afterEach(() => vi.useRealTimers());
  afterAll(async () => {
    await test.close();
    if (provider.listening) await provider.stop();
  });

  /** In a separate process, because fifty refusals block an address for a minute. */
  const open = () => test.anotherProcess(environment);
  async function signIn(on: Awaited<ReturnType<typeof open>>, as: Claims): Promise<Page> {
    claims = as;
    return test.browserOf(on.app).open("/api/auth/start?mode=popup&attempt=try-1");
  }
  /** Keys take turns, at the access token first; the ID token of the next sign-in is the new key's. */
  async function useNewKey(algorithm: string, kid: string): Promise<void> {
    const { keys } = provider.issuer;
    const others = keys.toJSON().length;
    await keys.generate(algorithm, { kid });
    for (let turn = 0; turn < others - 1; turn++) keys.get();
  }
  const outcomeOf = ({ status, text }: Page) =>
    `${status} ${/data-code="([\w-]*)"/.exec(text)?.[1] || "done"}`;

  it("signs a student in, whose token is ours", async () => {
    const on = await open();
    claims = truth();
    const browser = test.browserOf(on.app);
    await browser.open("/api/auth/start?mode=popup&attempt=try-1");
    const { status, body } = await browser.token();
    expect([status, body.profile.email]).toEqual([200, "asha@college.edu"]);
    const { iss } = JSON.parse(Buffer.from(body.token.split(".")[1] ?? "", "base64url").toString());
    expect(iss).toBe("http://localhost:3170");
  });

  it.each<[string, Claims, string]>([
    ["an address elsewhere", { email: "a@evilcollege.edu" }, "403 email-domain-not-allowed"],
    ["a sub-domain", { email: "a@cs.college.edu" }, "403 email-domain-not-allowed"],
    ["no address", { email: undefined }, "403 email-domain-not-allowed"],
    ["two addresses", { email: ["a@college.edu", "b@x.example"] }, "403 email-domain-not-allowed"],
    ["an unproved address", { email_verified: false }, "403 email-not-verified"],
    ["a proof in words", { email_verified: "true" }, "403 email-not-verified"],
    ["another hosted domain", { hd: "evil.example" }, "403 email-domain-not-allowed"],
    ["no hosted domain", { hd: undefined }, "403 email-domain-not-allowed"],
    ["a known address under another subject", { sub: "another account" }, "403 identity-changed"],
    ["another client", { aud: "another-client" }, "400 invalid-state"],
    ["another issuer", { iss: "https://accounts.google.com" }, "400 invalid-state"],
    ["another nonce", { nonce: "another" }, "400 invalid-state"],
    ["an end in the past", { exp: 1_000_000_000 }, "503 identity-provider-unavailable"],
    ["no subject", { sub: undefined }, "503 identity-provider-unavailable"],
    ["a number for a subject", { sub: 7 }, "503 identity-provider-unavailable"],
    ["an empty subject", { sub: "" }, "503 identity-provider-unavailable"],
    ["a subject of 300 characters", { sub: "s".repeat(300) }, "503 identity-provider-unavailable"],
  ])("is not believed with %s", async (_what, change, outcome) => {
    const on = await open();
    await signIn(on, truth());
    expect(outcomeOf(await signIn(on, { ...truth(), ...change }))).toBe(outcome);
  });

  it("may change its keys twenty times, and no student is refused for it", async () => {
    const on = await open();
    for (let time = 1; time <= 20; time++) {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
      await useNewKey(time % 2 ? "ES256" : "RS256", `key ${time}`);
      expect(outcomeOf(await signIn(on, truth()))).toBe("200 done");
      expect(outcomeOf(await signIn(on, truth()))).toBe("200 done");
    }
  });

  it("may lose its key server: known keys sign in for a day, unknown ones never", async () => {
    const on = await open();
    expect(outcomeOf(await signIn(on, truth()))).toBe("200 done");
    const answer = globalThis.fetch;
    const isKeys = (url: unknown) => String(url).endsWith("/jwks");
    const away = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation((url, init) =>
        isKeys(url)
          ? Promise.resolve(new Response("gone", { status: 502 }))
          : answer(url as string, init),
      );
    try {
      for (const minutes of [6, 60, 600]) {
        vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
        expect(outcomeOf(await signIn(on, truth()))).toBe("200 done");
      }
      expect(away.mock.calls.filter(([url]) => isKeys(url)).length).toBeGreaterThan(2);
      await useNewKey("RS256", "unseen");
      expect(outcomeOf(await signIn(on, truth()))).toBe("503 identity-provider-unavailable");
      expect(outcomeOf(await signIn(on, truth()))).toBe("200 done");
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 26 * 3_600_000 });
      expect(outcomeOf(await signIn(on, truth()))).toBe("503 identity-provider-unavailable");
    } finally {
      away.mockRestore();
    }
    expect(outcomeOf(await signIn(on, truth()))).toBe("200 done");
  });
});
