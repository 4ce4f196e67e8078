import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openBrowser, tokenOf } from "../../test/browser.ts";

const profile = { email: "asha@cgu.example", displayName: "Asha Patnaik", photoURL: null };
const asha = { _id: "0193a0e4-0000-7000-8000-000000000001", name: "Asha Patnaik", ...profile };

let browser: ReturnType<typeof openBrowser>;
let calls: string[];
/** The body of the last call. */
let sent: BodyInit | null | undefined;
let opened: URL | undefined;

beforeEach(() => {
  calls = [];
  browser = openBrowser(async (input, init) => {
    calls.push(input as string);
    sent = init?.body;
    return Response.json(
      input === "/api/auth/token"
        ? { token: tokenOf("asha", Math.floor(Date.now() / 1000)), expiresAt: "", profile }
        : { success: true, message: "ok", user: asha },
    );
  });
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("window", {
    open: (address: string) => {
      opened = new URL(address, "http://localhost:3190");
      return { closed: false };
    },
  });
  for (const name of ["screenX", "screenY", "outerWidth", "outerHeight"]) vi.stubGlobal(name, 0);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The window says that the student is signed in with Google. */
function answer(): void {
  const attempt = opened?.searchParams.get("attempt");
  browser.events.dispatchEvent(
    Object.assign(new Event("message"), {
      origin: "http://localhost:3190",
      data: { type: "campus-marketplace:sign-in", attempt, ok: true },
    }),
  );
}

async function openPage() {
  vi.resetModules();
  const { signIn, logIn, showKnownFailure } = await import("./sign-in.ts");
  const { currentSession } = await import("../session.ts");
  return { signIn, logIn, currentSession, showKnownFailure };
}

describe("the explicit sign-in", () => {
  it("R331 R451 calls google-login, once together with the listener (Q62)", async () => {
    const page = await openPage();
    const signing = page.signIn(() => {});
    answer();
    const [outcome] = await Promise.all([signing, page.logIn()]);
    expect(outcome).toEqual({ isRegistered: true });
    expect(calls).toEqual(["/api/auth/token", "/api/auth/google-login"]);
    expect(page.currentSession()).toMatchObject({ status: "signed-in", user: asha });
  });

  it("R536 R537 waits 30 s for the token and 60 s for the backend at most", async () => {
    const timeouts = vi.spyOn(AbortSignal, "timeout");
    const page = await openPage();
    const signing = page.signIn(() => {});
    answer();
    await signing;
    expect(timeouts.mock.calls).toEqual([[30_000], [60_000]]);
  });

  it("R152 R287 R452 registers instead of logging in when it was given answers, and sends them with name and email", async () => {
    const page = await openPage();
    const answers = { phone: "+919876543210", course: "B.Arch", semester: "1st Semester" };
    const signing = page.signIn(() => {}, { ...answers, country: "India" });
    answer();
    await expect(signing).resolves.toEqual({ isRegistered: true });
    expect(calls).toEqual(["/api/auth/token", "/api/auth/google-register"]);
    expect(JSON.parse(sent as string)).toEqual({
      phone: "+919876543210",
      course: "B.Arch",
      semester: "1st Semester",
      country: "India",
      name: "Asha Patnaik",
      email: "asha@cgu.example",
    });
  });

  it("R465 an error without a notice of its own is logged by its code, a closed window is not", async () => {
    const { showKnownFailure } = await openPage();
    const log = vi.spyOn(console, "warn").mockImplementation(() => {});
    const callbacks = { navigate: () => {}, alert: async () => {}, provider: "Google" };
    const failure = { code: "internal", message: "Login failed. Please try again." };
    expect(await showKnownFailure(callbacks, { kind: "refused", ...failure })).toBe(false);
    expect(log).toHaveBeenCalledExactlyOnceWith("The sign-in failed:", "internal");
    expect(await showKnownFailure(callbacks, { kind: "quiet", ...failure })).toBe(false);
    expect(log).toHaveBeenCalledOnce();
  });
});
