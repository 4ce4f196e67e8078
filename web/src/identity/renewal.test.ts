import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openBrowser, tokenOf } from "../test/browser.ts";

const profile = { email: "asha@cgu.example", displayName: "Asha Patnaik", photoURL: null };
const asha = { _id: "0193a0e4-0000-7000-8000-000000000001", name: "Asha Patnaik", ...profile };
const minute = 60_000;

type Answer = () => Response | Promise<Response>;
let answers: Answer[];
let requests: number[];
let browser: ReturnType<typeof openBrowser>;

const now = () => Math.floor(Date.now() / 1000);
const granted: Answer = () =>
  Response.json({
    token: tokenOf("asha", now()),
    expiresAt: new Date(Date.now() + 60 * minute).toISOString(),
    profile,
  });
const refused: Answer = () =>
  Response.json({ code: "missing-session", message: "Please login to continue" }, { status: 401 });
const offline: Answer = () => Promise.reject(new TypeError("Failed to fetch"));

/** The modules have state of their own, as in a page: each test loads them again. */
async function openPage() {
  vi.resetModules();
  const session = await import("./session.ts");
  const renewal = await import("./auth-state.ts");
  return { ...session, ...renewal };
}

describe("the ID token", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    answers = [];
    requests = [];
    browser = openBrowser(async () => {
      requests.push(Date.now() - 1_800_000_000_000);
      return (answers.shift() ?? granted)();
    });
    vi.stubGlobal("navigator", {});
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  describe("of a session that begins", () => {
    const backend = {
      _id: asha._id,
      name: "Asha",
      phone: "+919876543210",
      semester: "1st Semester",
    };
    const google = { ...profile, photoURL: "https://photos.example/asha" };
    const begin = async () => {
      const page = await openPage();
      const token = tokenOf("asha", now());
      page.startSession(token, { ...backend, ...google } as never);
      const session = page.currentSession();
      if (session.status !== "signed-in") throw new Error("no user is signed in");
      return { token, user: session.user };
    };

    it("R251 is stored under token", async () => {
      const { token } = await begin();
      expect(browser.localStorage.getItem("token")).toBe(token);
    });

    it("R252 is stored beside the user, under user", async () => {
      await begin();
      const stored: unknown = JSON.parse(browser.localStorage.getItem("user") ?? "");
      expect(stored).toEqual({ ...backend, ...google });
    });

    it("R246 R250 can be had of the user, who has the backend's fields", async () => {
      const { token, user } = await begin();
      expect(user).toMatchObject(backend);
      await expect(user.getIdToken()).resolves.toBe(token);
    });

    it.each([
      ["R247", "email", "asha@cgu.example"],
      ["R248", "displayName", "Asha Patnaik"],
      ["R249", "photoURL", "https://photos.example/asha"],
    ])("%s is of a user with Google's %s", async (_, field, value) => {
      expect((await begin()).user).toHaveProperty(field, value);
    });
  });

  it("R538 is renewed 5 minutes before its end, again and again", async () => {
    const page = await openPage();
    page.startSession(tokenOf("asha", now()), asha as never);
    const stop = page.keepTokenFresh();
    await vi.advanceTimersByTimeAsync(55 * minute - 1);
    expect(requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests).toEqual([55 * minute]);
    await vi.advanceTimersByTimeAsync(55 * minute);
    expect(requests).toEqual([55 * minute, 110 * minute]);
    stop();
    await vi.advanceTimersByTimeAsync(600 * minute);
    expect(requests).toHaveLength(2);
  });

  it("R539 is tried again after 30 s, doubling up to 16 min", async () => {
    const page = await openPage();
    page.startSession(tokenOf("asha", now()), asha as never);
    page.keepTokenFresh();
    answers = Array<Answer>(8).fill(offline);
    await vi.advanceTimersByTimeAsync(55 * minute);
    await vi.advanceTimersByTimeAsync(60 * minute);
    const waits = requests.slice(1).map((at, index) => (at - (requests[index] ?? 0)) / 1000);
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 960]);
    expect(page.currentSession().status).toBe("signed-in");
  });

  it("is requested immediately when the network comes back", async () => {
    const page = await openPage();
    page.startSession(tokenOf("asha", now()), asha as never);
    page.keepTokenFresh();
    answers = [offline];
    await vi.advanceTimersByTimeAsync(55 * minute);
    browser.events.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toEqual([55 * minute, 55 * minute]);
  });

  it("ends the session here when the server says that it is over", async () => {
    const page = await openPage();
    page.startSession(tokenOf("asha", now()), asha as never);
    page.keepTokenFresh();
    answers = [refused];
    await vi.advanceTimersByTimeAsync(55 * minute);
    expect(page.currentSession()).toEqual({ status: "signed-out", by: "expiry" });
    expect(browser.localStorage.getItem("token")).toBeNull();
    expect(browser.localStorage.getItem("user")).toBeNull();
  });

  it("R250 is fetched once for any number of callers, and not while the stored one is valid", async () => {
    const page = await openPage();
    const stored = tokenOf("asha", now());
    page.startSession(stored, asha as never);
    await expect(page.getIdToken()).resolves.toBe(stored);
    vi.advanceTimersByTime(56 * minute);
    const [one, two] = await Promise.all([page.getIdToken(), page.getIdToken()]);
    expect(one).toBe(two);
    expect(requests).toHaveLength(1);
  });

  it("R334 is not stored when another tab signed out while it was on its way", async () => {
    const page = await openPage();
    page.startSession(tokenOf("asha", now()), asha as never);
    page.followOtherTabs();
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<Response>();
    answers = [() => isAnswered];
    vi.advanceTimersByTime(56 * minute);
    const token = page.getIdToken();
    browser.localStorage.clear();
    browser.storageEvent(null);
    answer(await granted());
    await expect(token).rejects.toThrow();
    expect(page.currentSession()).toEqual({ status: "signed-out", by: "choice" });
    expect(browser.localStorage.length).toBe(0);
  });

  it("is used for its last minutes when no new one can be had", async () => {
    const page = await openPage();
    const stored = tokenOf("asha", now());
    page.startSession(stored, asha as never);
    vi.advanceTimersByTime(57 * minute);
    answers = [offline];
    await expect(page.getIdToken()).resolves.toBe(stored);
  });

  it("is replaced although it looks good when a call was refused with it", async () => {
    const page = await openPage();
    const stored = tokenOf("asha", now());
    page.startSession(stored, asha as never);
    vi.advanceTimersByTime(1000);
    await expect(page.replaceToken(stored)).resolves.not.toBe(stored);
    expect(requests).toHaveLength(1);
  });

  it("does not run in circles when this computer's clock is two hours ahead", async () => {
    const page = await openPage();
    answers = Array<Answer>(9).fill(() =>
      Response.json({
        token: tokenOf("asha", now() - 7200),
        expiresAt: "2027-01-15T08:00:00Z",
        profile,
      }),
    );
    page.startSession(tokenOf("asha", now() - 7200), asha as never);
    page.keepTokenFresh();
    await vi.advanceTimersByTimeAsync(54 * minute);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(requests).toHaveLength(2);
  });
});

describe("several tabs", () => {
  beforeEach(() => {
    browser = openBrowser(() => Promise.reject(new TypeError("offline")));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("Q77 sign in and out together", async () => {
    const page = await openPage();
    page.settleSignedOut();
    const stop = page.followOtherTabs();
    browser.localStorage.setItem("token", tokenOf("asha", now()));
    browser.localStorage.setItem("user", JSON.stringify(asha));
    browser.storageEvent("user");
    expect(page.currentSession()).toMatchObject({ status: "signed-in", user: asha });
    browser.localStorage.clear();
    browser.storageEvent(null);
    expect(page.currentSession()).toEqual({ status: "signed-out", by: "choice" });
    stop();
  });

  it("shows no user when what is stored is not a user", async () => {
    const page = await openPage();
    browser.localStorage.setItem("token", "t");
    for (const text of ["", "null", "{}", "[1]", "{broken", '{"_id":1}']) {
      browser.localStorage.setItem("user", text);
      expect(page.resumeSession()).toBe(false);
    }
  });
});
