import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { endpoints } from "@market/contract/endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { serverWasBusy } from "./busy.ts";
import { call } from "./client.ts";
import { pause, retryDelay } from "./retry.ts";

type Answer = { status: number; headers?: Record<string, string>; body: string };

let server: Server;
let asked: string[];
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
    asked.push(`${request.method} ${request.url}`);
    const { status, headers, body } = answers[Math.min(asked.length, answers.length) - 1] ?? list;
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const realFetch = globalThis.fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => realFetch(origin + path, init));
});
beforeEach(() => {
  asked = [];
  serverWasBusy.set(false);
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});

describe("a busy server", () => {
  it("is not heard of where another answer is 503, and that is not asked again", async () => {
    answers = [{ status: 503, body: '{"code":"database-unavailable","message":"Gone"}' }];
    await expect(call(endpoints.listProducts)).rejects.toMatchObject({
      code: "database-unavailable",
    });
    expect([asked.length, serverWasBusy.get()]).toEqual([1, false]);
  });

  it("is asked again for what only reads, and nobody notices but the notice (R020, Q07)", async () => {
    answers = [busy(), list];
    await expect(call(endpoints.listProducts)).resolves.toEqual([]);
    expect([asked.length, serverWasBusy.get()]).toEqual([2, true]);
  });

  it("is asked again twice at most", async () => {
    answers = [busy()];
    await expect(call(endpoints.listProducts)).rejects.toMatchObject({
      status: 503,
      code: "server-busy",
      message: "The server is busy.",
      retryAfter: 0,
    });
    expect(asked).toEqual(["GET /api/products", "GET /api/products", "GET /api/products"]);
  });

  it("is not asked again to do something", async () => {
    answers = [busy(), list];
    const asking = call(endpoints.generateDescription, { body: { title: "Cycle", features: [] } });
    await expect(asking).rejects.toMatchObject({ code: "server-busy" });
    expect([asked.length, serverWasBusy.get()]).toEqual([1, true]);
  });

  it("is not waited for longer than anybody waits for a page", async () => {
    answers = [busy({ "retry-after": "120" })];
    await expect(call(endpoints.listProducts)).rejects.toMatchObject({ retryAfter: 120 });
    expect(asked).toHaveLength(1);
  });

  it("spreads the calls that come back by 30 % either way", () => {
    expect([0, 0.5, 1].map((chance) => retryDelay(10, chance))).toEqual([7000, 10_000, 13_000]);
    expect(retryDelay(31, 0.5)).toBeUndefined();
  });

  it("is not waited for by a call that nobody wants any more", async () => {
    answers = [busy({ "retry-after": "29" })];
    const leaving = new AbortController();
    const stop = serverWasBusy.subscribe(() => leaving.abort(new Error("left")));
    await expect(call(endpoints.listProducts, { signal: leaving.signal })).rejects.toThrow("left");
    stop();
    await expect(pause(60_000, AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  });
});
