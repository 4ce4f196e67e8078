import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openBrowser, tokenOf } from "../test/browser.ts";

const profile = { email: "asha@cgu.example", displayName: "Asha Patnaik", photoURL: null };
const asha = { _id: "0193a0e4-0000-7000-8000-000000000001", name: "Asha Patnaik", ...profile };
const token = tokenOf("first", Math.floor(Date.now() / 1000));

/** The calls that reached the network, and what it answers to a logout. */
let sent: string[];
let answer: () => Response | Promise<Response>;
let browser: ReturnType<typeof openBrowser>;

beforeEach(() => {
  sent = [];
  browser = openBrowser(async (input) => {
    const path = input as string;
    sent.push(path);
    if (path.startsWith("/api/auth/logout")) return answer();
    if (path === "/api/auth/token") return Response.json({ token, expiresAt: "", profile });
    return Response.json({ success: true, message: "ok", user: asha });
  });
  vi.stubGlobal("navigator", {});
});
afterEach(() => void vi.unstubAllGlobals());

const away = () => {
  throw new TypeError("Failed to fetch");
};
const ok = () => new Response(null, { status: 204 });
const broken = () => Response.json({ code: "internal", message: "A fault" }, { status: 500 });

async function openPage() {
  vi.resetModules();
  const { startAccount } = await import("./auth-state.ts");
  const session = await import("./session.ts");
  const { signOut } = await import("./sign-out.ts");
  startAccount({ navigate: () => {}, alert: async () => {}, provider: "Google" });
  return { ...session, signOut };
}

describe("a logout without an answer", () => {
  it("R893 signs out here, and the next page requests no token before the server has it", async () => {
    answer = away;
    const page = await openPage();
    page.startSession(token, asha as never);
    await page.signOut();
    expect(page.currentSession()).toEqual({ status: "signed-out", by: "choice" });
    expect(localStorage.length).toBe(0);
    expect(document.cookie).toMatch(/^logout-pending-3190=\d+$/);

    const next = await openPage();
    await expect(next.issueToken()).rejects.toThrow();
    expect(sent).not.toContain("/api/auth/token");
    answer = ok;
    await next.issueToken();
    expect(sent.slice(-2)).toEqual(["/api/auth/logout?late=yes", "/api/auth/token"]);
    expect(document.cookie).toBe("");
  });

  it("R893 is a logout although the browser was closed meanwhile", async () => {
    document.cookie = "logout-pending-3190=1; max-age=9";
    localStorage.setItem("token", token);
    localStorage.setItem("user", JSON.stringify(asha));
    answer = ok;
    const page = await openPage();
    expect(page.currentSession()).toEqual({ status: "signed-out", by: "choice" });
    await vi.waitFor(() => expect(document.cookie).toBe(""), 300_000);
    expect(sent).toEqual(["/api/auth/logout?late=yes"]);
  });

  it("R478 R893 leaves the student signed in when the server answers with an error", async () => {
    answer = broken;
    const page = await openPage();
    page.startSession(token, asha as never);
    await expect(page.signOut()).rejects.toThrow("A fault");
    expect(page.currentSession().status).toBe("signed-in");
    expect([document.cookie, localStorage.getItem("token")]).toEqual(["", token]);
  });

  it("R893 that is answered late forgets no later logout, which is sent by itself", async () => {
    document.cookie = "logout-pending-3190=1; max-age=9";
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    answer = async () => {
      await isReleased;
      return ok();
    };
    const page = await openPage();
    await vi.waitFor(() => expect(sent).toHaveLength(1), 300_000);
    // The callback's answer.
    document.cookie = "logout-pending-3190=; max-age=0";
    page.startSession(token, asha as never);
    answer = away;
    await page.signOut();
    release();
    const [late, now] = ["/api/auth/logout?late=yes", "/api/auth/logout"];
    const logouts = () => sent.filter((path) => path.startsWith(now));
    await vi.waitFor(() => expect(logouts()).toEqual([late, now, late]), 300_000);
    expect(document.cookie).toMatch(/^logout-pending-3190=\d+$/);
  });

  it("R893 is noted in a cookie of this host alone", async () => {
    document.cookie = "logout-pending=yes; max-age=9";
    document.cookie = "logout-pending-80=1; max-age=9";
    localStorage.setItem("token", token);
    localStorage.setItem("user", JSON.stringify(asha));
    const page = await openPage();
    expect(page.currentSession().status).toBe("signed-in");

    vi.stubGlobal("location", new URL("https://market.example/"));
    answer = away;
    await page.signOut();
    expect(document.cookie).toMatch(/; __Host-logout-pending=\d+$/);
  });

  it("R893 removes meeting addresses also in other tabs", async () => {
    answer = ok;
    const page = await openPage();
    page.startSession(token, asha as never);
    sessionStorage.setItem("addresses", "{}");
    localStorage.clear();
    browser.storageEvent(null);
    expect(page.currentSession().status).toBe("signed-out");
    expect(sessionStorage.getItem("addresses")).toBeNull();
  });
});
