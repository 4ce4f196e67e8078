import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { endpoints } from "@market/contract/endpoints";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { call } from "./client.ts";

type Seen = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };
type Answer = {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** The connection breaks after the body. */
  breaks?: boolean;
  /** Nothing is answered. */
  hangs?: boolean;
};

let server: Server;
let seen: Seen;
let answer: Answer = {};
/** Whether the browser was to send it although the page is left. */
let hasKeepalive: boolean | undefined;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    seen = {
      method: request.method ?? "",
      url: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(parts).toString(),
    };
    if (answer.hangs) return;
    response.writeHead(answer.status ?? 200, {
      "content-type": "application/json",
      ...answer.headers,
    });
    if (answer.breaks) response.write(answer.body, () => response.destroy());
    else response.end(answer.body ?? "[]");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const realFetch = globalThis.fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    hasKeepalive = init.keepalive;
    return realFetch(origin + path, init);
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

const caught = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  );

describe("the API client", () => {
  it("lets a call outlive the page where that is requested", async () => {
    await call(endpoints.savedIds, { keepalive: true });
    expect(hasKeepalive).toBe(true);
    await call(endpoints.savedIds);
    expect(hasKeepalive).toBe(false);
  });

  it("bypasses the caches of every process for five seconds after a write of its own, not after a click", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const bypassesCaches = async () => {
      answer = {};
      await call(endpoints.filterProducts);
      return seen.headers["cache-control"] === "no-cache";
    };
    answer = { status: 204, body: "" };
    await call(endpoints.clickProduct, { params: { productId: "one" } });
    expect(await bypassesCaches()).toBe(false);
    answer = { body: "{}" };
    await call(endpoints.deleteProduct, { params: { productId: "one" }, token: "t" });
    expect(await bypassesCaches()).toBe(true);
    vi.advanceTimersByTime(5_000);
    expect(await bypassesCaches()).toBe(false);
    vi.useRealTimers();
  });

  it("R419 sends every call of the table to the one address that the pages come from", async () => {
    answer = {};
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const parameters = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, "x"]);
      await call(endpoint as typeof endpoints.listProducts, {
        params: Object.fromEntries(parameters) as never,
        token: "abc",
      });
      expect(seen.method, name).toBe(endpoint.method);
      expect(seen.url, name).toBe(endpoint.path.replace(/\{\w+\}/g, "x"));
    }
  });

  it("R289 sends only filter values that are not empty", async () => {
    answer = {};
    await call(endpoints.filterProducts, {
      query: {
        category: "Room & Living",
        condition: undefined,
        priceRange: "2000-5000+",
        sort: "",
      },
    });
    expect(seen.method).toBe("GET");
    expect(seen.url).toBe("/api/products/filter?category=Room+%26+Living&priceRange=2000-5000%2B");
  });

  it("R420 puts path parameters in, and a token behind Bearer when it is given one", async () => {
    answer = { body: '{"success":true,"isSold":true,"message":"Product marked as sold"}' };
    const reply = await call(endpoints.toggleSold, {
      params: { productId: "01930000-0000-7000-8000-000000000001" },
      body: { isSold: true },
      token: "abc",
    });
    expect(seen).toMatchObject({
      method: "PUT",
      url: "/api/products/01930000-0000-7000-8000-000000000001/toggle-sold",
      body: '{"isSold":true}',
    });
    expect(seen.headers.authorization).toBe("Bearer abc");
    expect(seen.headers["content-type"]).toBe("application/json");
    expect(reply.isSold).toBe(true);
  });

  it("marks cookie calls as coming from our own page, without a token", async () => {
    answer = { status: 204, body: "" };
    await expect(call(endpoints.logOut)).resolves.toBeUndefined();
    expect(seen.headers["x-requested-with"]).toBe("campus-marketplace");
    expect(seen.headers.authorization).toBeUndefined();
  });

  it("takes an answer that broke off for none at all", async () => {
    answer = { body: '{"success":true,"products":[', breaks: true };
    const error = await caught(call(endpoints.listProducts));
    expect(error).toMatchObject({ code: "no-answer", status: 0 });
  });

  it("R367 says so when an answer is no JSON", async () => {
    answer = { body: "<html>" };
    const error = await caught(call(endpoints.listProducts));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: "Invalid JSON response from backend.",
      code: "invalid-answer",
      status: 200,
    });
  });

  it("hands on what the server says of a refusal", async () => {
    answer = {
      status: 429,
      headers: { "retry-after": "17", "content-type": "application/problem+json" },
      body: JSON.stringify({
        success: false,
        status: 429,
        code: "contact-limit",
        message: "Slow down",
        errors: [{ field: "name", message: "Too long" }],
      }),
    };
    expect(await caught(call(endpoints.listProducts))).toMatchObject({
      status: 429,
      code: "contact-limit",
      message: "Slow down",
      serverMessage: "Slow down",
      retryAfter: 17,
      errors: [{ field: "name", message: "Too long" }],
    });
  });

  it.each(["{}", "null", "[]", '{"message":""}', '{"message":502,"code":"internal"}'])(
    "distinguishes a refusal without a sentence of its own, %s, from one with a reason",
    async (body) => {
      answer = { status: 403, body };
      const refused = await caught(call(endpoints.listProducts));
      expect(refused).toMatchObject({ status: 403, code: "internal", serverMessage: undefined });
      expect(refused?.message).toBe("Something went wrong on our side.");
    },
  );

  it("distinguishes an aborted call from a failed one", async () => {
    answer = {};
    const controller = new AbortController();
    controller.abort(new Error("newer call"));
    expect(await caught(call(endpoints.listProducts, { signal: controller.signal }))).toMatchObject(
      {
        message: "newer call",
      },
    );
  });

  it("answers a lost connection with an ApiError of status 0", async () => {
    answer = { status: 200, headers: { "content-length": "10" }, body: "" };
    server.once("request", (request) => request.socket.destroy());
    expect(await caught(call(endpoints.listProducts))).toMatchObject({
      status: 0,
      code: "no-answer",
    });
  });

  it("R367 gives up a call without an answer after half a minute; photos have no limit", async () => {
    const inTime = new AbortController();
    const limit = vi.spyOn(AbortSignal, "timeout").mockReturnValue(inTime.signal);
    answer = { hangs: true };
    const failure = caught(
      call(endpoints.filterProducts, { signal: new AbortController().signal }),
    );
    await vi.waitFor(() => expect(limit).toHaveBeenCalledExactlyOnceWith(30_000), 300_000);
    inTime.abort(new DOMException("too late", "TimeoutError"));
    expect(await failure).toMatchObject({
      code: "no-answer",
      message: "Something went wrong on our side.",
    });
    answer = { body: "{}" };
    await call(endpoints.createPhoto, { form: new FormData(), token: "t" });
    expect(limit).toHaveBeenCalledTimes(1);
    limit.mockRestore();
  });
});
