import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { requireFreshSignIn } from "../../api/fresh-sign-in.ts";
import { openBrowser } from "../../test/browser.ts";
import { isInAppBrowser, openProvider, type SignInError } from "./provider.ts";

const popup = { closed: false };
let opened: URL | undefined;
let browser: ReturnType<typeof openBrowser>;

const attempt = () => opened?.searchParams.get("attempt");
const answer = (fields: object, origin = "http://localhost:3190") =>
  browser.events.dispatchEvent(
    Object.assign(new Event("message"), {
      origin,
      data: { type: "campus-marketplace:sign-in", ...fields },
    }),
  );
const codeOf = (sign: Promise<void>) =>
  sign.then(
    () => "ok",
    (error: SignInError) => error.code,
  );

describe("the provider's window", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    browser = openBrowser(() => Promise.reject(new Error("no network here")));
    popup.closed = false;
    vi.stubGlobal("window", {
      open: (address: string) => {
        opened = new URL(address, "http://localhost:3190");
        return popup;
      },
    });
    for (const name of ["screenX", "screenY", "outerWidth", "outerHeight"]) vi.stubGlobal(name, 0);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("R327 opens immediately, in popup mode, and answers by message", async () => {
    const sign = openProvider(() => {});
    expect(opened?.pathname).toBe("/api/auth/start");
    expect(opened?.searchParams.get("mode")).toBe("popup");
    expect(attempt()).toMatch(/^[\w-]{1,64}$/);
    answer({ attempt: attempt(), ok: true });
    await expect(sign).resolves.toBeUndefined();
  });

  it("R898 signs in afresh after a call was refused for its session's age, until that succeeds", async () => {
    requireFreshSignIn();
    for (const [isSignedIn, fresh] of [
      [false, "true"],
      [true, "true"],
      [true, null],
    ] as const) {
      const sign = codeOf(openProvider(() => {}));
      expect(opened?.searchParams.get("fresh")).toBe(fresh);
      answer({ attempt: attempt(), ok: isSignedIn, code: "sign-in-cancelled" });
      await sign;
    }
  });

  it("answers over the channel when the link to the window is cut", async () => {
    vi.useRealTimers();
    const sign = openProvider(() => {});
    const channel = new BroadcastChannel("campus-marketplace:sign-in");
    channel.postMessage({ type: "campus-marketplace:sign-in", attempt: attempt(), ok: true });
    await expect(sign).resolves.toBeUndefined();
    channel.close();
  });

  it("accepts only messages of its own attempt, from its own origin", async () => {
    const sign = codeOf(openProvider(() => {}));
    answer({ attempt: "another", ok: true });
    answer({ attempt: attempt(), ok: true }, "https://elsewhere.example");
    answer({ attempt: attempt(), ok: false, code: "email-domain-not-allowed" });
    await expect(sign).resolves.toBe("email-domain-not-allowed");
  });

  it("R540 R500 gives a closed window 8 seconds, and still takes a late answer", async () => {
    const idle = vi.fn<() => void>();
    const sign = openProvider(idle);
    vi.advanceTimersByTime(60_000);
    popup.closed = true;
    vi.advanceTimersByTime(500 + 7_999);
    expect(idle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(idle).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(120_000);
    expect(idle).toHaveBeenCalledOnce();
    answer({ attempt: attempt(), ok: true });
    await expect(sign).resolves.toBeUndefined();
  });

  it("does not go idle when the answer came before the 8 seconds were over", async () => {
    const idle = vi.fn<() => void>();
    const sign = openProvider(idle);
    popup.closed = true;
    vi.advanceTimersByTime(3_000);
    answer({ attempt: attempt(), ok: true });
    await sign;
    vi.advanceTimersByTime(60_000);
    expect(idle).not.toHaveBeenCalled();
  });

  it("R501 says that the window was blocked", async () => {
    vi.stubGlobal("window", { open: () => null });
    await expect(codeOf(openProvider(() => {}))).resolves.toBe("popup-blocked");
  });

  it("lets a second click take over from the first", async () => {
    const first = codeOf(openProvider(() => {}));
    const second = codeOf(openProvider(() => {}));
    await expect(first).resolves.toBe("cancelled-popup-request");
    answer({ attempt: attempt(), ok: true });
    await expect(second).resolves.toBe("ok");
  });
});

describe("browsers inside other apps", () => {
  it.each([
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5) AppleWebKit/605.1.15 Mobile/15E148 Instagram 334.0.4.32.98",
      true,
    ],
    [
      "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/465.0.0.36.105]",
      true,
    ],
    [
      "Mozilla/5.0 (Linux; Android 14; Redmi Note 12; wv) AppleWebKit/537.36 Version/4.0 Chrome/125.0 Mobile",
      true,
    ],
    ["Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 [LinkedInApp]/9.29.7", true],
    [
      "Mozilla/5.0 (Linux; Android 14; Redmi Note 12) AppleWebKit/537.36 Chrome/125.0.0.0 Mobile Safari/537.36",
      false,
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15",
      false,
    ],
  ])("%s: %s", (userAgent, isInApp) => {
    expect(isInAppBrowser(userAgent)).toBe(isInApp);
  });
});
