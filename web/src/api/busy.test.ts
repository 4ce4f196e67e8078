import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { endpoints } from "@market/contract/endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { serverWasBusy } from "./busy.ts";
import { call } from "./client.ts";
import { pause, retryDelay } from "./retry.ts";

type Answer = { status: number; headers?: Record<string, string>; body: string };

let server: Server;
let requests: string[];
/** Answers in turn; the last one stays. */
let answers: Answer[];

const busy = (headers: Record<string, string> = { "retry-after": "0" }) => ({
  status: 503,
  headers,
  body: '{"success":false,"status":503,"code":"server-busy","message":"The server is busy."}',
});
const list: Answer = { status: 200, body: "[]" };

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const { status, headers, body } =
      answers[Math.min(requests.length, answers.length) - 1] ?? list;
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const realFetch = globalThis.fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => realFetch(origin + path, init));
});
beforeEach(() => {
  requests = [];
  serverWasBusy.set(false);
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});

describe("a busy server", () => {
  it("does not show where another answer is 503, and that is not requested again", async () => {
    answers = [{ status: 503, body: '{"code":"database-unavailable","message":"Gone"}' }];
    await expect(call(endpoints.listProducts)).rejects.toMatchObject({
      code: "database-unavailable",
    });
    expect([requests.length, serverWasBusy.get()]).toEqual([1, false]);
  });

  it("is requested again for what only reads, and only the notice shows it (R020, Q07)", async () => {
    answers = [busy(), list];
    await expect(call(endpoints.listProducts)).resolves.toEqual([]);
    expect([requests.length, serverWasBusy.get()]).toEqual([2, true]);
  });

  it("is requested again at most twice", async () => {
    answers = [busy()];
    await expect(call(endpoints.listProducts)).rejects.toMatchObject({
      status: 503,
      code: "server-busy",
      message: "The server is busy.",
      retryAfter: 0,
    });
    expect(requests).toEqual(["GET /api/products", "GET /api/products", "GET /api/products"]);
  });

  it("is not requested again to do something", async () => {
    answers = [busy(), list];
    const asking = call(endpoints.generateDescription, { body: { title: "Cycle", features: [] } });
    await expect(asking).rejects.toMatchObject({ code: "server-busy" });
    expect([requests.length, serverWasBusy.get()]).toEqual([1, true]);
  });

  it("is not waited for longer than a user waits for a page", async () => {
    answers = [busy({ "retry-after": "120" })];
    await expect(call(endpoints.listProducts)).rejects.toMatchObject({ retryAfter: 120 });
    expect(requests).toHaveLength(1);
  });

  it("spreads the calls that come back by 30 % either way", () => {
    expect([0, 0.5, 1].map((chance) => retryDelay(10, chance))).toEqual([7000, 10_000, 13_000]);
    expect(retryDelay(31, 0.5)).toBeUndefined();
  });

  it("is not waited for by an aborted call", async () => {
    answers = [busy({ "retry-after": "29" })];
    const leaving = new AbortController();
    const stop = serverWasBusy.subscribe(() => leaving.abort(new Error("left")));
    await expect(call(endpoints.listProducts, { signal: leaving.signal })).rejects.toThrow("left");
    stop();
    await expect(pause(60_000, AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  });
});
