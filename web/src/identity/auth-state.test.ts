import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openBrowser, tokenOf } from "../test/browser.ts";
import type { AlertNotice } from "../ui/alert.tsx";

const profile = { email: "asha@cgu.example", displayName: "Asha Patnaik", photoURL: null };
const asha = {
  _id: "0193a0e4-0000-7000-8000-000000000001",
  name: "Asha Patnaik",
  email: profile.email,
  phone: "+919876543210",
};
const answers = {
  phone: "+919876543210",
  course: "B.Arch",
  semester: "1st Semester",
  country: "India",
};

const problem = (status: number, code: string, message: string) =>
  Response.json({ success: false, code, message, status }, { status });
const signedIn = () =>
  Response.json({ token: fresh(), expiresAt: "2026-11-21T12:00:00Z", profile });
const fresh = () => tokenOf("asha", Math.floor(Date.now() / 1000));

let server: Record<string, () => Response>;
let calls: string[];
let news: (AlertNotice | [path: string, state?: unknown])[];
let browser: ReturnType<typeof openBrowser>;

async function openPage() {
  vi.resetModules();
  const { startAccount } = await import("./auth-state.ts");
  const session = await import("./session.ts");
  startAccount({
    navigate: (path, state) => void news.push(state === undefined ? [path] : [path, state]),
    alert: async (notice) => void news.push(notice),
    provider: "Google",
  });
  return session;
}

function keepAsha(token = fresh()) {
  browser.localStorage.setItem("token", token);
  browser.localStorage.setItem("user", JSON.stringify({ ...asha, ...profile }));
}

describe("the auth state when a page starts", () => {
  beforeEach(() => {
    news = [];
    calls = [];
    server = {};
    browser = openBrowser(async (input) => {
      const { pathname } = new URL(input as string, "http://localhost:3190");
      // After a call without an answer the app checks the network.
      if (pathname !== "/healthz") calls.push(pathname);
      const answer = server[pathname];
      if (!answer) throw new TypeError("Failed to fetch");
      return answer();
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("R322 is no user, without a request, for who never signed in here", async () => {
    const page = await openPage();
    expect(page.currentSession().status).toBe("signed-out");
    expect(calls).toEqual([]);
  });

  it("R323 R450 shows the stored user and sends the token to google-login", async () => {
    keepAsha();
    server["/api/auth/google-login"] = () =>
      Response.json({ success: true, message: "ok", user: { ...asha, semester: "8th Semester" } });
    const page = await openPage();
    expect(page.currentSession()).toMatchObject({ status: "signed-in", user: asha });
    await vi.waitFor(
      () =>
        expect(page.currentSession()).toMatchObject({
          user: { semester: "8th Semester", displayName: "Asha Patnaik" },
        }),
      300_000,
    );
    expect(calls).toEqual(["/api/auth/google-login"]);
  });

  it("replaces a stored token that the server refuses", async () => {
    keepAsha();
    const refusedToken = browser.localStorage.getItem("token");
    let requests = 0;
    server["/api/auth/token"] = () =>
      Response.json({
        token: tokenOf("new", Math.floor(Date.now() / 1000)),
        expiresAt: "",
        profile,
      });
    server["/api/auth/google-login"] = () =>
      requests++ === 0
        ? problem(401, "invalid-token", "Session expired. Please login again")
        : Response.json({ success: true, message: "ok", user: asha });
    await openPage();
    await vi.waitFor(
      () => expect(browser.localStorage.getItem("token")).not.toBe(refusedToken),
      300_000,
    );
    expect(calls).toEqual(["/api/auth/google-login", "/api/auth/token", "/api/auth/google-login"]);
    expect(news).toEqual([]);
  });

  it("keeps the stored user when the network is down", async () => {
    keepAsha();
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const page = await openPage();
    await vi.waitFor(() => expect(calls).toHaveLength(1), 300_000);
    expect(page.currentSession().status).toBe("signed-in");
    expect(browser.localStorage.getItem("user")).not.toBeNull();
  });

  it("R334 stays signed out when another tab signed out while the backend was answering", async () => {
    keepAsha();
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<Response>();
    server["/api/auth/google-login"] = () => isAnswered as never;
    const page = await openPage();
    await vi.waitFor(() => expect(calls).toHaveLength(1), 300_000);
    browser.localStorage.clear();
    browser.storageEvent(null);
    answer(Response.json({ success: true, message: "ok", user: asha }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(page.currentSession()).toEqual({ status: "signed-out", by: "choice" });
    expect(browser.localStorage.length).toBe(0);
    expect(news).toEqual([]);
  });

  it("is no user when the session has ended elsewhere", async () => {
    keepAsha("no longer a token");
    server["/api/auth/token"] = () => problem(401, "missing-session", "Please login to continue");
    const page = await openPage();
    await vi.waitFor(
      () => expect(page.currentSession()).toEqual({ status: "signed-out", by: "expiry" }),
      300_000,
    );
    expect(browser.localStorage.getItem("user")).toBeNull();
    expect(news).toEqual([]);
  });

  it("R321 R324 R461 is loading until the backend says not registered, then leads to /register with the Google profile", async () => {
    browser.localStorage.setItem("account", "yes");
    server["/api/auth/token"] = signedIn;
    server["/api/auth/google-login"] = () =>
      problem(404, "user-not-registered", "User not registered");
    const page = await openPage();
    expect(page.currentSession().status).toBe("loading");
    await vi.waitFor(() => expect(news).toEqual([["/register", profile]]), 300_000);
    expect(page.currentSession().status).toBe("signed-out");
    expect(browser.localStorage.getItem("token")).toBeNull();
  });

  it("R462 warns first when it comes back from a sign-in that was requested", async () => {
    sessionStorage.setItem("sign-in", "{}");
    server["/api/auth/token"] = signedIn;
    server["/api/auth/google-login"] = () =>
      problem(404, "user-not-registered", "User not registered");
    await openPage();
    await vi.waitFor(
      () =>
        expect(news).toEqual([
          { kind: "warning", title: "User Not Registered", text: "Please register to continue." },
          ["/register", profile],
        ]),
      300_000,
    );
  });

  it("R452 completes a registration that left for the provider", async () => {
    sessionStorage.setItem("sign-in", JSON.stringify({ registration: answers }));
    server["/api/auth/token"] = signedIn;
    server["/api/auth/google-register"] = () =>
      Response.json({ success: true, message: "ok", user: asha }, { status: 201 });
    const page = await openPage();
    await vi.waitFor(
      () => expect(page.currentSession()).toMatchObject({ status: "signed-in", user: asha }),
      300_000,
    );
    expect(calls).toEqual(["/api/auth/token", "/api/auth/google-register"]);
    expect(sessionStorage.getItem("sign-in")).toBeNull();
  });

  it("R463 says so when that registration was not needed", async () => {
    sessionStorage.setItem("sign-in", JSON.stringify({ registration: answers }));
    server["/api/auth/token"] = signedIn;
    server["/api/auth/google-register"] = () =>
      problem(409, "user-already-registered", "User already registered");
    await openPage();
    await vi.waitFor(
      () =>
        expect(news).toEqual([
          {
            kind: "info",
            title: "Already Registered",
            text: "You are already registered. Redirecting to login.",
          },
          ["/login"],
        ]),
      300_000,
    );
  });

  it("says nothing to who turned back at the provider", async () => {
    sessionStorage.setItem("sign-in", "{}");
    server["/api/auth/token"] = () => problem(401, "missing-session", "Please login to continue");
    const page = await openPage();
    await vi.waitFor(() => expect(page.currentSession().status).toBe("signed-out"), 300_000);
    expect(news).toEqual([]);
  });

  const suspended = () =>
    Response.json(
      {
        success: false,
        code: "account-suspended",
        message: "This account is suspended. Please write to support.",
        status: 403,
        reason: "Insults",
        until: "2026-12-01T10:00:00.000Z",
      },
      { status: 403 },
    );
  const details = { reason: "Insults", until: "2026-12-01T10:00:00.000Z" };

  it("R849 leads a student whose session a suspension has ended to the login page, with the reason", async () => {
    keepAsha("no longer a token");
    server["/api/auth/token"] = suspended;
    const page = await openPage();
    await vi.waitFor(() => expect(news).toEqual([["/login"]]), 300_000);
    expect(page.currentSession()).toMatchObject({
      status: "signed-out",
      suspension: { ...details, isLimited: false },
    });
    expect(page.hasAccount()).toBe(false);
  });

  it("R841 keeps no token of a limited session, and finds it again at the next page", async () => {
    browser.localStorage.setItem("account", "yes");
    server["/api/auth/token"] = signedIn;
    server["/api/auth/google-login"] = suspended;
    const page = await openPage();
    await vi.waitFor(
      () =>
        expect(page.currentSession()).toMatchObject({
          status: "signed-out",
          suspension: { ...details, isLimited: true },
        }),
      300_000,
    );
    expect(page.storedToken()).toBeUndefined();
    expect([news, page.hasAccount()]).toEqual([[], true]);
  });

  it("R896 without a network a later page repeats what was last said of the suspension, until it is over", async () => {
    browser.localStorage.setItem("account", "yes");
    server["/api/auth/token"] = signedIn;
    server["/api/auth/google-login"] = suspended;
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const stated = { status: "signed-out", suspension: { ...details, isLimited: true } };
    const first = await openPage();
    await vi.waitFor(() => expect(first.currentSession()).toMatchObject(stated), 300_000);

    server = {};
    const offline = await openPage();
    await vi.waitFor(() => expect(offline.currentSession()).toMatchObject(stated), 300_000);

    server["/api/auth/token"] = signedIn;
    server["/api/auth/google-login"] = () =>
      Response.json({ success: true, message: "ok", user: asha });
    const reinstated = await openPage();
    await vi.waitFor(() => expect(reinstated.currentSession().status).toBe("signed-in"), 300_000);
    expect(browser.localStorage.getItem("suspension")).toBeNull();
  });

  it("R896 repeats why a session has ended in this tab alone", async () => {
    keepAsha("no longer a token");
    server["/api/auth/token"] = suspended;
    await openPage();
    await vi.waitFor(() => expect(news).toEqual([["/login"]]), 300_000);
    const again = await openPage();
    expect(again.currentSession()).toMatchObject({ suspension: { ...details, isLimited: false } });
    sessionStorage.clear();
    const elsewhere = await openPage();
    expect(elsewhere.currentSession()).toEqual({ status: "signed-out", by: "choice" });
  });

  it("R842 signs in a student who returns to the tab after the suspension, and sends nothing for others", async () => {
    browser.localStorage.setItem("account", "yes");
    server["/api/auth/token"] = signedIn;
    server["/api/auth/google-login"] = suspended;
    const page = await openPage();
    const comeBack = () => document.dispatchEvent(new Event("visibilitychange"));
    const login = "/api/auth/google-login";
    await vi.waitFor(() => expect(page.currentSession().status).toBe("signed-out"), 300_000);
    comeBack();
    await vi.waitFor(() => expect(calls.filter((path) => path === login)).toHaveLength(2), 300_000);
    expect(page.currentSession()).toMatchObject({ suspension: { isLimited: true } });
    server[login] = () => Response.json({ success: true, message: "ok", user: asha });
    comeBack();
    await vi.waitFor(() => expect(page.currentSession().status).toBe("signed-in"), 300_000);
    comeBack();
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls.filter((path) => path === login)).toHaveLength(3);
  });
});
