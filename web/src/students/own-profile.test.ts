import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openBrowser, tokenOf } from "../test/browser.ts";

const asha = { _id: "0193a0e4-0000-7000-8000-000000000001", displayName: "Asha Patnaik" };
const ok = () => Response.json({ success: true, products: [], user: asha });

let getProfile: () => Response;

async function openPage(signedIn = true) {
  vi.resetModules();
  const session = await import("../identity/session.ts");
  const { loadOwnProfile } = await import("./own-profile.ts");
  if (signedIn) session.startSession(tokenOf("asha", Math.floor(Date.now() / 1000)), asha as never);
  else session.settleSignedOut();
  const load = loadOwnProfile();
  await vi.runAllTimersAsync();
  return { load: await load, status: session.currentSession().status };
}

describe("the profile page's own reads", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    getProfile = ok;
    openBrowser(async (input) =>
      (input as string).startsWith("/api/auth/profile") ? getProfile() : ok(),
    );
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("bring the student and the listings", async () => {
    expect(await openPage()).toEqual({
      load: { profile: { user: asha, products: [] } },
      status: "signed-in",
    });
  });

  it("R351 need a signed-in user", async () => {
    expect((await openPage(false)).load).toEqual({ failure: "ended" });
  });

  it.each([
    ["no answer", () => Promise.reject(new TypeError("Failed to fetch")) as never],
    ["half an answer", () => new Response(cutOff())],
    ["the page of a Wi-Fi login", () => new Response("<html>Welcome</html>")],
    ["a server in trouble", () => Response.json({}, { status: 500 })],
  ])("Q49 leave the student signed in after %s", async (_, answer) => {
    getProfile = answer;
    expect(await openPage()).toEqual({ load: { failure: "unreachable" }, status: "signed-in" });
  });

  it.each([
    ["R352 a refusal", () => Response.json({ success: false }, { status: 403 })],
    ["R353 a reply without success", () => Response.json({ success: false })],
  ])("end the session on %s", async (_, answer) => {
    getProfile = answer;
    expect(await openPage()).toEqual({ load: { failure: "ended" }, status: "signed-out" });
  });

  it("R849 keep the reason of a suspension that they are refused for", async () => {
    getProfile = () =>
      Response.json(
        { success: false, code: "account-suspended", reason: "Sells stolen cycles" },
        { status: 403 },
      );
    await openPage();
    const { currentSession } = await import("../identity/session.ts");
    expect(currentSession()).toMatchObject({ suspension: { reason: "Sells stolen cycles" } });
  });
});

/** A body whose connection breaks in the middle, as it does when its page is being left. */
function cutOff(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"success":true,'));
      controller.error(new TypeError("network error"));
    },
  });
}
