import {
  Events,
  type MutableRedirectUri,
  type MutableToken,
  OAuth2Server,
} from "oauth2-mock-server";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { TestBrowser } from "../../../test/browser.ts";
import { openSignInTest, type SignInTest, type TestProcess } from "../../../test/identity.ts";

const now = () => Math.floor(Date.now() / 1000);
const outcomeOf = ({ status, text }: { status: number; text: string }) =>
  `${status} ${/data-code="([\w-]*)"/.exec(text)?.[1] || "done"}`;

/** A provider that is still signed in: it sends every browser back immediately. */
describe("a fresh sign-in", () => {
  const provider = new OAuth2Server();
  let test: SignInTest;
  let on: TestProcess;
  let environment: Record<string, string>;
  let authTime: unknown;
  /** The provider's answers instead of a code. */
  let refusal: (request: URLSearchParams) => Record<string, string> | undefined;
  let requests: URLSearchParams[];

  beforeAll(async () => {
    await provider.issuer.keys.generate("RS256");
    await provider.start(0, "127.0.0.1");
    provider.service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
      const email = "asha@college.edu";
      const auth_time = authTime;
      Object.assign(payload, { sub: "asha", aud: "our-client", email, email_verified: true });
      Object.assign(payload, { auth_time });
    });
    provider.service.on(
      Events.BeforeAuthorizeRedirect,
      ({ url }: MutableRedirectUri, request: { url?: string }) => {
        const sent = new URL(request.url ?? "", "http://provider").searchParams;
        requests.push(sent);
        const refused = refusal(sent);
        if (refused === undefined) return;
        url.searchParams.delete("code");
        for (const [name, value] of Object.entries(refused)) url.searchParams.set(name, value);
      },
    );
    environment = {
      OIDC_ISSUER: provider.issuer.url ?? "",
      OIDC_CLIENT_ID: "our-client",
      OIDC_CLIENT_SECRET: "our-secret",
      OIDC_PROMPT: "login",
      COLLEGE_EMAIL_SUFFIX: "@college.edu",
      CONTACT_EMAIL: "support@college.edu",
    };
    test = await openSignInTest();
    on = await test.anotherProcess(environment);
  });
  beforeEach(() => {
    authTime = undefined;
    refusal = () => undefined;
    requests = [];
  });
  afterAll(async () => {
    await test.close();
    if (provider.listening) await provider.stop();
  });

  const start = (browser: TestBrowser, fresh = false) =>
    browser.open(`/api/auth/start?mode=popup&attempt=try-1${fresh ? "&fresh=true" : ""}`);
  async function changePhone(browser: TestBrowser) {
    const { token } = (await browser.token()).body;
    const { statusCode, body } = await on.app.inject({
      method: "PUT",
      url: "/api/auth/profile",
      headers: { authorization: `Bearer ${token}` },
      payload: { phone: "+919812345671", country: "India" },
    });
    return `${statusCode} ${JSON.parse(body).code ?? "done"}`;
  }
  async function registered(): Promise<TestBrowser> {
    const browser = test.browserOf(on.app);
    await start(browser);
    await test.db.query(sql`
      insert into users (id, identity_id, name, phone, country, course, semester)
      select gen_random_uuid(), id, name, '+919876543210', 'India', 'B.Tech', '3rd Semester'
      from identities where email = 'asha@college.edu' on conflict (identity_id) do nothing`);
    return browser;
  }

  it("R898 is requested with max_age=0 and the prompt of OIDC_PROMPT, and refused when the provider did not ask again", async () => {
    const browser = await registered();
    authTime = now() - 3600;
    expect(outcomeOf(await start(browser, true))).toBe("403 sign-in-not-fresh");
    expect(requests.at(-1)?.get("max_age")).toBe("0");
    expect(requests.at(-1)?.get("prompt")).toBe("login");
    authTime = now();
    expect(outcomeOf(await start(browser, true))).toBe("200 done");
    expect(await changePhone(browser)).toBe("200 done");
  });

  it("R898 is not what an ordinary sign-in at a provider that is still signed in gives", async () => {
    const browser = await registered();
    authTime = now() - 3600;
    expect(outcomeOf(await start(browser))).toBe("200 done");
    expect(Number(requests.at(-1)?.get("max_age"))).toBe(30 * 86_400);
    expect(await changePhone(browser)).toBe("401 sign-in-again");
    authTime = now() - 60;
    await start(browser);
    expect(await changePhone(browser)).toBe("200 done");
  });

  it("R898 is believed of a provider that tells no time, and of no provider that tells nonsense", async () => {
    const browser = await registered();
    expect(outcomeOf(await start(browser, true))).toBe("200 done");
    expect(await changePhone(browser)).toBe("200 done");
    for (const nonsense of ["yesterday", -5, null]) {
      authTime = nonsense;
      expect(outcomeOf(await start(browser, true))).toBe("503 identity-provider-unavailable");
    }
  });

  it("R899 is requested once more without a prompt that the provider refuses, whose words are logged", async () => {
    const browser = await registered();
    const warn = vi.spyOn(on.app.log, "warn");
    refusal = (request) =>
      request.has("prompt")
        ? {
            error: "invalid_request",
            error_description: `No prompt "login"\nfor asha@college.edu at ${"k3Yq".repeat(10)}`,
          }
        : undefined;
    requests = [];
    expect(outcomeOf(await start(browser, true))).toBe("200 done");
    expect(requests.map((sent) => [sent.get("prompt"), sent.get("max_age")])).toEqual([
      ["login", "0"],
      [null, "0"],
    ]);
    expect(requests[0]?.get("state")).not.toBe(requests[1]?.get("state"));
    const logged = JSON.stringify(warn.mock.calls);
    expect(logged).toContain(`invalid_request, No prompt \\"login\\" for … at …`);
    expect(logged).not.toMatch(/asha|k3Yq|state/);
    warn.mockRestore();
  });

  it.each(["login_required", "interaction_required", "account_selection_required"])(
    "R899 is requested twice and not a third time from a provider that answers %s",
    async (error) => {
      const browser = test.browserOf(on.app);
      refusal = () => ({ error });
      expect(outcomeOf(await start(browser))).toBe("503 identity-provider-unavailable");
      expect(requests.map((sent) => sent.get("prompt"))).toEqual(["login", null]);
      expect((await browser.token()).status).toBe(401);
    },
  );

  it("R899 is not requested again when the student cancelled, or the provider fails", async () => {
    refusal = () => ({ error: "access_denied" });
    expect(outcomeOf(await start(test.browserOf(on.app)))).toBe("403 sign-in-cancelled");
    refusal = () => ({ error: "server_error" });
    expect(outcomeOf(await start(test.browserOf(on.app)))).toBe(
      "503 identity-provider-unavailable",
    );
    expect(requests).toHaveLength(2);
  });
});
