import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { endpoints } from "@market/contract/endpoints";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "../app.ts";
import { handleErrors } from "./problem.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import { limitSlowBodies } from "./slow.ts";

const open = async (port: number) => {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
};
const head = (method: string, path: string, extra = "") =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n${extra}`;
const longBody = "Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{";

describe("bodies and readers that dawdle", () => {
  const app = Fastify();
  let port: number;
  beforeAll(async () => {
    handleErrors(app);
    limitSlowBodies(app, 300);
    app.server.setTimeout(600);
    app.post("/body", async () => "read");
    app.post("/photo", { config: { endpoint: endpoints.createPhoto } }, async () => "read");
    app.get("/none", async () => "none");
    app.get("/long", async () => Buffer.alloc(64_000_000));
    app.addHook("onRequest", async (request, reply) => {
      if (request.url === "/refused") return reply.code(401).send("refused");
    });
    await app.listen({ host: "127.0.0.1", port: 0 });
    ({ port } = app.server.address() as AddressInfo);
  });
  afterAll(() => app.close());

  it.each([
    ["", "/body"],
    [", though an upload was expected", "/photo"],
  ])("are refused in time, and the connection ends%s", async (_, path) => {
    const socket = await open(port);
    socket.write(head("POST", path, longBody));
    const trickle = setInterval(() => socket.writable && socket.write(" "), 100);
    socket.once("data", () => clearInterval(trickle));
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(answer).toContain('"code":"request-too-slow"');
  });

  it.each([
    ["POST", "/refused"],
    ["GET", "/none"],
  ])("do not keep the connection of %s %s that was answered before they came", async (...of) => {
    const socket = await open(port);
    socket.write(head(...of, longBody));
    expect(await text(socket)).not.toBe("");
  });

  it("bodies that arrive after their request was refused leave nothing on the connection", async () => {
    const came = once(app.server, "connection");
    const socket = await open(port);
    const [ours] = await came;
    const listeners: number[] = [];
    for (let time = 0; time < 8; time++) {
      socket.write(head("POST", "/refused", "Content-Length: 2\r\n\r\n"));
      await once(socket, "data");
      socket.write("{}");
      await expect.poll(() => ours.bytesRead).toBe(socket.bytesWritten);
      listeners.push(ours.listenerCount("close"));
    }
    expect(Math.max(...listeners)).toBeLessThanOrEqual((listeners[0] ?? 0) + 1);
    socket.destroy();
  });

  it("clients that read nothing are disconnected", async () => {
    const came = once(app.server, "connection");
    const socket = await open(port);
    const [ours] = await came;
    socket.write(head("GET", "/long", "\r\n"));
    await expect.poll(() => ours.destroyed).toBe(true);
    socket.destroy();
  });

  it("a body that arrives in time is read, and the connection stays open", async () => {
    const socket = await open(port);
    for (let n = 0; n < 2; n++) {
      socket.write(
        head("POST", "/body", "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{"),
      );
      setTimeout(() => socket.write("}"), 20);
      expect(String(await once(socket, "data"))).toContain("read");
    }
    socket.destroy();
  });
});

describe("a market whose visitors are slow", () => {
  let market: TestMarket;
  let app: Awaited<ReturnType<typeof buildApp>>;
  let port: number;
  /** Requests whose body is being read. */
  let reading = 0;
  beforeAll(async () => {
    market = await openTestMarket();
    app = await buildApp(market.parts, { calls: 2, uploads: 2 });
    app.addHook("preParsing", async () => void reading++);
    await app.listen({ host: "127.0.0.1", port: 0 });
    ({ port } = app.server.address() as AddressInfo);
  });
  afterAll(async () => {
    await app.close();
    await market.close();
  });

  it("serves others while many bodies come slowly", async () => {
    const { token } = await market.student("Asha");
    const slow = await Promise.all(Array.from({ length: 6 }, () => open(port)));
    for (const [n, socket] of slow.entries()) {
      const holder = `Authorization: Bearer ${token}\r\n`;
      socket.write(head("PUT", "/api/auth/profile", holder + longBody));
      await expect.poll(() => reading).toBe(n + 1);
    }
    const url = `http://127.0.0.1:${port}/api/products?sort=random&limit=1`;
    expect((await fetch(url)).status).toBe(200);
    for (const socket of slow) expect(socket.readyState).toBe("open");
    for (const socket of slow) socket.destroy();
  });

  it("the body of a request that was refused immediately is not waited for either", async () => {
    const socket = await open(port);
    socket.write(head("POST", "/api/views", `Host: y\r\n${longBody}`));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it("R435 gives five photos of 15 MB the 800 s that 750 kbit a second take", () => {
    expect(app.server.requestTimeout).toBeGreaterThan(1.5 * 800_000);
  });

  it("answers a few pipelined requests of a connection, and ends it when they pile up", async () => {
    const few = await open(port);
    const last = head("GET", "/photos/absent.webp", "Connection: close\r\n\r\n");
    few.write(head("GET", "/readyz", "\r\n") + head("GET", "/healthz", "\r\n").repeat(6) + last);
    const answers = (await text(few)).match(/HTTP\/1\.1 \d+|"status":"\w+"/g);
    const health = ["HTTP/1.1 200", '"status":"ok"'];
    const six = Array.from({ length: 6 }, () => health).flat();
    expect(answers).toEqual(["HTTP/1.1 200", '"status":"ready"', ...six, "HTTP/1.1 404"]);

    const many = await open(port);
    const closed = once(many, "close");
    many.resume();
    many.write(head("GET", "/readyz", "\r\n").repeat(100));
    await closed;
  });
});
