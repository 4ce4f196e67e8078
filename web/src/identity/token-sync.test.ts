import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openBrowser, tokenOf } from "../test/browser.ts";

const profile = { email: "asha@cgu.example", displayName: "Asha Patnaik", photoURL: null };
const asha = { _id: "0193a0e4-0000-7000-8000-000000000001", name: "Asha Patnaik", ...profile };
const now = () => Math.floor(Date.now() / 1000);
const first = tokenOf("first", now());
const second = tokenOf("second", now());

let server: Server;
let origin: string;
/** The requests at the configured address: method, address and token. */
let received: string[];
let isBroken: boolean;

beforeEach(async () => {
  received = [];
  isBroken = false;
  server = createServer((request, response) => {
    if (request.url === "/api/auth/token")
      return response.end(JSON.stringify({ token: second, expiresAt: "", profile }));
    if (request.url === "/api/auth/logout") return response.writeHead(204).end();
    if (request.url === "/api/auth/google-login")
      return response.end(JSON.stringify({ success: true, message: "ok", user: asha }));
    received.push(`${request.method} ${request.url} ${request.headers.authorization ?? ""}`);
    return isBroken ? request.socket.destroy() : response.writeHead(500).end("no");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const realFetch = globalThis.fetch;
  openBrowser((input, init) => realFetch(new URL(input as string, origin), init));
  vi.stubGlobal("location", { origin });
  vi.stubGlobal("navigator", {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  server.close();
});

/** A page as it starts, with this address configured. */
async function openPage(address: string | undefined) {
  vi.resetModules();
  const { startAccount } = await import("./auth-state.ts");
  const session = await import("./session.ts");
  const { signOut } = await import("./sign-out.ts");
  startAccount({ navigate: () => {}, alert: async () => {}, provider: "Google" }, address);
  return { ...session, signOut };
}
const receivedCount = (count: number) =>
  vi.waitFor(() => expect(received).toHaveLength(count), 300_000);

describe("token sync", () => {
  it("R457 R458 R459 notifies a configured path of sign-in, renewal and sign-out, whatever it answers", async () => {
    const page = await openPage("/sync?from=market");
    page.startSession(first, asha as never);
    await receivedCount(1);
    await page.replaceToken(first);
    await receivedCount(2);
    await page.signOut();
    await receivedCount(3);
    expect(received).toEqual([
      `POST /sync?from=market Bearer ${first}`,
      `POST /sync?from=market Bearer ${second}`,
      "DELETE /sync?from=market ",
    ]);
    expect(page.currentSession()).toEqual({ status: "signed-out", by: "choice" });
  });

  it("R457 notifies a whole address, in order, although it drops every connection", async () => {
    isBroken = true;
    const page = await openPage(`${origin}/elsewhere`);
    page.startSession(first, asha as never);
    page.endSession("expiry");
    await receivedCount(2);
    expect(received).toEqual([`POST /elsewhere Bearer ${first}`, "DELETE /elsewhere "]);
  });

  it("says nothing of a token that was there before", async () => {
    localStorage.setItem("token", first);
    localStorage.setItem("user", JSON.stringify(asha));
    const page = await openPage("/sync");
    await vi.waitFor(() => expect(localStorage.getItem("account")).toBe("yes"), 300_000);
    await page.signOut();
    await receivedCount(1);
    expect(received).toEqual(["DELETE /sync "]);
  });

  it("R541 sends no token that is older than 300 s", async () => {
    const page = await openPage("/sync");
    page.startSession(tokenOf("old", now() - 301), asha as never);
    // Seconds from the limit: a busy machine takes some until the token is looked at.
    const newer = tokenOf("newer", now() - 270);
    page.startSession(newer, asha as never);
    await receivedCount(1);
    expect(received).toEqual([`POST /sync Bearer ${newer}`]);
  });

  it("R457 sends nothing when no address is configured", async () => {
    const page = await openPage(undefined);
    page.startSession(first, asha as never);
    await page.signOut();
    expect(received).toEqual([]);
  });
});
