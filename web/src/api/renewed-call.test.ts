import { endpoints } from "@market/contract/endpoints";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openBrowser, tokenOf } from "../test/browser.ts";

const asha = {
  _id: "0193a0e4-0000-7000-8000-000000000001",
  name: "Asha Patnaik",
  email: "asha@cgu.example",
  displayName: "Asha Patnaik",
  photoURL: null,
};
const now = () => Math.floor(Date.now() / 1000);
const refusal = (code: string) =>
  Response.json(
    { success: false, code, message: "Session expired. Please login again" },
    { status: 401 },
  );

let calls: [path: string, token: string | undefined][];
let server: Record<string, (token: string | undefined) => Response>;

async function openPage(token: string) {
  vi.resetModules();
  const session = await import("../identity/session.ts");
  const { call } = await import("./client.ts");
  session.startSession(token, asha as never);
  return { ...session, call };
}

describe("a call whose token is refused", () => {
  const first = tokenOf("first", now());
  const second = tokenOf("second", now());

  beforeEach(() => {
    calls = [];
    server = {
      "/api/auth/token": () => Response.json({ token: second, expiresAt: "", profile: asha }),
      "/api/products/user": (token) =>
        token === second
          ? Response.json({ success: true, products: [] })
          : refusal("invalid-token"),
    };
    openBrowser(async (input, init) => {
      const path = input as string;
      const token = new Headers(init?.headers).get("authorization")?.replace("Bearer ", "");
      calls.push([path, token]);
      return server[path]?.(token) ?? Response.json({}, { status: 500 });
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("is made once more with a new one", async () => {
    const { call, currentSession } = await openPage(first);
    await expect(call(endpoints.ownProducts)).resolves.toEqual({ success: true, products: [] });
    expect(calls).toEqual([
      ["/api/products/user", first],
      ["/api/auth/token", undefined],
      ["/api/products/user", second],
    ]);
    expect(currentSession().status).toBe("signed-in");
  });

  it("ends the session when the new one is refused too", async () => {
    server["/api/products/user"] = () => refusal("invalid-token");
    const { call, currentSession } = await openPage(first);
    await expect(call(endpoints.ownProducts)).rejects.toMatchObject({
      status: 401,
      message: "Session expired. Please login again",
    });
    expect(calls).toHaveLength(3);
    expect(currentSession()).toEqual({ status: "signed-out", by: "expiry" });
  });

  it("ends the session when there is no new one", async () => {
    server["/api/auth/token"] = () => refusal("missing-session");
    const { call, currentSession } = await openPage(first);
    await expect(call(endpoints.ownProducts)).rejects.toThrow();
    expect(calls).toHaveLength(2);
    expect(currentSession()).toEqual({ status: "signed-out", by: "expiry" });
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("is sent with public calls too while it is good, and no public call waits for a new one", async () => {
    server["/api/products/filter"] = () => Response.json([]);
    const { call } = await openPage(first);
    await call(endpoints.filterProducts);
    expect(calls).toEqual([["/api/products/filter", first]]);
    calls.length = 0;
    localStorage.setItem("token", tokenOf("old", now() - 7200));
    await call(endpoints.filterProducts);
    expect(calls).toEqual([["/api/products/filter", undefined]]);
  });
});
