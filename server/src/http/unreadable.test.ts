import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestMarket, type TestMarket } from "../../test/market.ts";

describe("what cannot be read as a request", () => {
  let market: TestMarket;
  let port: number;
  beforeAll(async () => {
    market = await openTestMarket();
    await market.app.listen({ host: "127.0.0.1", port: 0 });
    ({ port } = market.app.server.address() as AddressInfo);
  });
  afterAll(() => market.close());

  async function say(bytes: string): Promise<{ status: number; head: string; body: string }> {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(Buffer.from(bytes, "latin1"));
    const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head: head.toLowerCase(), body };
  }
  const rest = "Host: x\r\nConnection: close\r\n\r\n";

  it.each([
    [
      "an address that cannot be decoded",
      `GET /api/products/%u0041 HTTP/1.1\r\n${rest}`,
      404,
      "not-found",
    ],
    ["a page that cannot be decoded", `GET /% HTTP/1.1\r\n${rest}`, 404, "not-found"],
    ["an endless id", `GET /api/items/${"a".repeat(2000)} HTTP/1.1\r\n${rest}`, 404, "not-found"],
    [
      "headers without end",
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
      431,
      "headers-too-large",
    ],
    ["no HTTP", "hello\r\n\r\n", 400, "invalid-request"],
    ["a header without a colon", "GET / HTTP/1.1\r\nHost x\r\n\r\n", 400, "invalid-request"],
    [
      "two lengths",
      "POST /api/views HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      400,
      "invalid-request",
    ],
    [
      "a length and chunks",
      "POST /api/views HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
      "invalid-request",
    ],
    ["a folded header", "GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n", 400, "invalid-request"],
    ["a name with a space", "GET / HTTP/1.1\r\nHost: x\r\nX : a\r\n\r\n", 400, "invalid-request"],
    ["no Host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "invalid-request"],
    ["NUL in a header", "GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n", 400, "invalid-request"],
  ])("O03 %s is refused in the one shape of errors", async (_what, bytes, status, code) => {
    const { head, body, status: answered } = await say(bytes);
    expect([answered, JSON.parse(body)]).toEqual([
      status,
      {
        type: `urn:campus-marketplace:error:${code}`,
        title: expect.any(String),
        status,
        code,
        message: expect.any(String),
        success: false,
        requestId: expect.any(String),
      },
    ]);
    for (const line of [
      "content-type: application/problem+json",
      "x-content-type-options: nosniff",
      "content-security-policy: default-src 'none'; frame-ancestors 'none'",
      "x-request-id: ",
    ])
      expect(head).toContain(line);
    const { requestId: _, ...problem } = JSON.parse(body) as Record<string, unknown>;
    expect(JSON.stringify(problem)).not.toMatch(/u0041|aaaa|xxxx|hello/);
  });

  it("leaves no connection of a sender of slow headers who never hangs up", async () => {
    market.app.server.headersTimeout = 500;
    const came = once(market.app.server, "connection");
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => {});
    const [ours] = await came;
    socket.write("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    const drip = setInterval(() => socket.writable && socket.write("x"), 100);
    try {
      const answer = String((await once(socket, "data"))[0]);
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain('"code":"request-too-slow"');
      // The sender continues writing while the answer is read.
      expect(ours.destroyed).toBe(false);
      await expect.poll(() => ours.destroyed).toBe(true);
    } finally {
      clearInterval(drip);
      socket.destroy();
    }
  });
});
