import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deriveKey } from "../../db/secrets.ts";
import { type AuthorizationRequest, decryptState, encryptState } from "./authorization-request.ts";
import type { TestBrowser } from "../../../test/browser.ts";
import { openSignInTest, type SignInTest, type TestProcess } from "../../../test/identity.ts";

describe("a callback that is not the answer to this browser's sign-in", () => {
  let test: SignInTest;
  let own: TestProcess;
  beforeAll(async () => {
    test = await openSignInTest();
  });
  beforeEach(async () => {
    own = await test.anotherProcess();
  });
  afterAll(() => test.close());

  const signInCookie = (browser: TestBrowser) => {
    const cookie = browser.cookies.find(({ name }) => name.startsWith("sign-in-"));
    if (!cookie) throw new Error("There is no sign-in cookie");
    return cookie;
  };
  const ourKey = () => deriveKey(test.identity.applicationKey, "sign-in cookies");
  const requestOf = async (browser: TestBrowser): Promise<AuthorizationRequest> => {
    const request = await decryptState(signInCookie(browser).value, ourKey());
    if (!request) throw new Error("The sign-in cookie cannot be read");
    return request;
  };
  /** In a separate process, because fifty refusals block an address for a minute. */
  const open = (url: string, browser?: TestBrowser) =>
    own.app.inject({
      url: url.replace("http://localhost:3170", ""),
      headers: browser
        ? { cookie: browser.cookies.map(({ name, value }) => `${name}=${value}`).join("; ") }
        : {},
    });
  const expectRefused = (
    answer: Awaited<ReturnType<typeof open>>,
    code = "invalid-state",
    status = 400,
  ) => {
    expect([answer.statusCode, /data-code="([\w-]*)"/.exec(answer.body)?.[1]]).toEqual([
      status,
      code,
    ]);
    expect(JSON.stringify(answer.headers["set-cookie"] ?? "")).not.toContain("session-3170");
  };

  it("is refused in another browser, so that no student is signed in to another's account", async () => {
    const callback = await test.browser().signInUntilCallback("asha@cgu.example");
    expectRefused(await open(callback.href));
    const victim = test.browser();
    await victim.open("/api/auth/start");
    expectRefused(await open(callback.href, victim));
  });

  it("is refused with another's code under the own state", async () => {
    const foreign = await test.browser().signInUntilCallback("asha@cgu.example");
    const victim = test.browser();
    const callback = await victim.signInUntilCallback("rohan@cgu.example");
    callback.searchParams.set("code", foreign.searchParams.get("code") ?? "");
    expectRefused(await open(callback.href, victim));
  });

  it("is refused when it comes again after half a minute, for which alone the browser keeps its cookie", async () => {
    const browser = test.browser();
    const callback = await browser.signInUntilCallback("asha@cgu.example");
    expect((await browser.open(callback.href)).status).toBe(200);
    expect(signInCookie(browser).attributes).toBe("Max-Age=30; Path=/; HttpOnly; SameSite=Lax");
    await test.db.query(sql`update sign_ins set answered_at = now() - interval '31 seconds'`);
    expectRefused(await open(callback.href, browser));
  });

  it.each([
    ["another state", (url: URL) => url.searchParams.set("state", "A".repeat(43))],
    [
      "a state that begins alike",
      (url: URL) =>
        url.searchParams.set(
          "state",
          `${url.searchParams.get("state")?.slice(0, 8)}${"A".repeat(35)}`,
        ),
    ],
    [
      "two states",
      (url: URL) => url.searchParams.append("state", url.searchParams.get("state") ?? ""),
    ],
    ["no state", (url: URL) => url.searchParams.delete("state")],
    ["an empty state", (url: URL) => url.searchParams.set("state", "")],
    ["no code", (url: URL) => url.searchParams.delete("code")],
    ["an empty code", (url: URL) => url.searchParams.set("code", "")],
    [
      "two codes",
      (url: URL) => url.searchParams.append("code", url.searchParams.get("code") ?? ""),
    ],
    [
      "two errors",
      (url: URL) => {
        url.searchParams.delete("code");
        for (const error of ["access_denied", "server_error"])
          url.searchParams.append("error", error);
      },
    ],
    ["another code", (url: URL) => url.searchParams.set("code", "made-up")],
  ])("is refused with %s", async (_what, change) => {
    const browser = test.browser();
    const callback = await browser.signInUntilCallback("asha@cgu.example");
    change(callback);
    expectRefused(await open(callback.href, browser));
  });

  it("is refused when it names another provider, or none", async () => {
    for (const issuer of ["https://accounts.google.com", undefined]) {
      const browser = test.browser();
      const callback = await browser.signInUntilCallback("asha@cgu.example");
      if (issuer) callback.searchParams.set("iss", issuer);
      else callback.searchParams.delete("iss");
      expectRefused(await open(callback.href, browser), "identity-provider-unavailable", 503);
    }
  });

  it.each([
    ["PKCE verifier", { verifier: "v".repeat(43) }],
    ["nonce", { nonce: "n".repeat(43) }],
  ])("is refused when the %s is another", async (_what, change) => {
    const browser = test.browser();
    const callback = await browser.signInUntilCallback("asha@cgu.example");
    signInCookie(browser).value = await encryptState(
      { ...(await requestOf(browser)), ...change },
      ourKey(),
    );
    expectRefused(await open(callback.href, browser));
  });

  it("is refused when the cookie was changed in any place, or encrypted by another installation", async () => {
    const browser = test.browser();
    const callback = await browser.signInUntilCallback("asha@cgu.example");
    const { value } = signInCookie(browser);
    const step = Math.ceil(value.length / 40);
    for (let place = 0; place < value.length; place += step) {
      signInCookie(browser).value =
        value.slice(0, place) + (value[place] === "A" ? "B" : "A") + value.slice(place + 1);
      expectRefused(await open(callback.href, browser));
    }
    signInCookie(browser).value = await encryptState(
      await requestOf({ ...browser, cookies: [{ ...signInCookie(browser), value }] }),
      Buffer.alloc(32),
    );
    expectRefused(await open(callback.href, browser));
    signInCookie(browser).value = value;
    expect((await open(callback.href, browser)).statusCode).toBe(200);
  });

  it("is counted without a code too", async () => {
    const browser = test.browser();
    const callback = await browser.signInUntilCallback("asha@cgu.example");
    const { href } = callback;
    callback.searchParams.delete("code");
    for (let time = 0; time < 50; time++) expectRefused(await open(callback.href, browser));
    expectRefused(await open(callback.href, browser), "rate-limited", 429);
    // Such a refusal has not used up the sign-in.
    expect((await open(href, browser)).statusCode).toBe(200);
  });

  it("is refused after fifty failures in a minute, while proper sign-ins continue", async () => {
    for (let time = 0; time < 50; time++)
      expectRefused(await open("/api/auth/callback?state=x&code=y"));
    const answer = await open("/api/auth/callback?state=x&code=y");
    expectRefused(answer, "rate-limited", 429);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    const browser = test.browser();
    const callback = await browser.signInUntilCallback("asha@cgu.example");
    expect((await open(callback.href, browser)).statusCode).toBe(200);
  });
});
