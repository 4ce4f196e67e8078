import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openBrowser, tokenOf } from "../test/browser.ts";

const profile = { email: "asha@cgu.example", displayName: "Asha Patnaik", photoURL: null };
const asha = { _id: "0193a0e4-0000-7000-8000-000000000001", name: "Asha Patnaik", ...profile };
const token = tokenOf("first", Math.floor(Date.now() / 1000));

/** The calls that reached the network, and what it answers to a logout. */
let sent: string[];
let answer: () => Response;
let browser: ReturnType<typeof openBrowser>;

beforeEach(() => {
  sent = [];
  browser = openBrowser(async (input) => {
    const path = input as string;
    sent.push(path);
    if (path === "/api/auth/logout") return answer();
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
    expect([localStorage.length, document.cookie]).toEqual([0, "logout-pending=yes"]);

    const next = await openPage();
    await expect(next.issueToken()).rejects.toThrow();
    expect(sent).not.toContain("/api/auth/token");
    answer = ok;
    await next.issueToken();
    expect(sent.slice(-2)).toEqual(["/api/auth/logout", "/api/auth/token"]);
    expect(document.cookie).toBe("");
  });

  it("R893 is a logout although the browser was closed meanwhile", async () => {
    document.cookie = "logout-pending=yes; max-age=9";
    localStorage.setItem("token", token);
    localStorage.setItem("user", JSON.stringify(asha));
    answer = ok;
    const page = await openPage();
    expect(page.currentSession()).toEqual({ status: "signed-out", by: "choice" });
    await vi.waitFor(() => expect(document.cookie).toBe(""), 300_000);
    expect(sent).toEqual(["/api/auth/logout"]);
  });

  it("R478 R893 leaves the student signed in when the server answers with an error", async () => {
    answer = broken;
    const page = await openPage();
    page.startSession(token, asha as never);
    await expect(page.signOut()).rejects.toThrow("A fault");
    expect(page.currentSession().status).toBe("signed-in");
    expect([document.cookie, localStorage.getItem("token")]).toEqual(["", token]);
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
