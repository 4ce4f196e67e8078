import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestMarket, type TestMarket } from "../../test/market.ts";

const path = "/api/ai/generate-description";
const wish = { title: "Hero Sprint cycle", features: ["new brakes", "21 gears", "lock included"] };

describe("without a provider", () => {
  let market: TestMarket;
  beforeAll(async () => {
    market = await openTestMarket({ LIMITS_AI_PER_HOUR: "3" });
  });
  afterAll(() => market.close());

  it("R290 R445 R446 writes an honest description from title and features, and says who wrote it", async () => {
    const asha = await market.student("Asha");
    const { status, body } = await asha.call("POST", path, { json: wish });
    expect(status).toBe(200);
    expect(body.writer).toBe("local");
    for (const word of ["Hero Sprint cycle", "new brakes", "21 gears", "lock included"])
      expect(body.description).toContain(word);
  });

  it("D11 stops a student and an address after the hour's limit", async () => {
    const rohan = await market.student("Rohan");
    const statuses = [];
    for (let n = 0; n < 4; n++)
      statuses.push((await rohan.call("POST", path, { json: wish })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const signedOut = [];
    for (let n = 0; n < 4; n++)
      signedOut.push((await market.stranger.call("POST", path, { json: wish })).status);
    expect(signedOut).toEqual([200, 200, 200, 429]);
  });

  it.each([
    { title: "x".repeat(101), features: [] },
    { title: "x", features: Array.from({ length: 11 }, () => "y") },
    { title: "x", features: ["y".repeat(51)] },
    { title: 7, features: "no" },
  ])("D04 refuses %j", async (json) => {
    const { status, body } = await market.stranger.call("POST", path, { json });
    expect([status, body.code]).toEqual([422, "field-too-long"]);
  });
});

it.each(["", "  ", "\n\t", "\u200b\u2060", "\u202e"])(
  "asks for a title in place of %j, which costs nothing",
  async (title) => {
    const market = await openTestMarket({ LIMITS_AI_PER_HOUR: "1" });
    try {
      const asha = await market.student("Asha");
      for (const caller of [market.stranger, asha]) {
        const { status, body } = await caller.call("POST", path, { json: { ...wish, title } });
        expect([status, body.code]).toEqual([422, "required"]);
        expect(body.errors).toEqual([
          { field: "title", message: "Say in a few words what it is." },
        ]);
        expect((await caller.call("POST", path, { json: wish })).status).toBe(200);
      }
    } finally {
      await market.close();
    }
  },
);

describe("with an OpenAI-compatible provider", () => {
  let market: TestMarket;
  let server: Server;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const requests: { authorization: string | undefined; body: string }[] = [];
  const say = (content: unknown) => (_: IncomingMessage, response: ServerResponse) =>
    response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content } }] }));

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      requests.push({ authorization: request.headers.authorization, body: await text(request) });
      answer(request, response);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    market = await openTestMarket({
      AI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      AI_API_KEY: "sk-very-secret",
      AI_MODEL: "writer-1",
      LIMITS_AI_PER_HOUR: "100",
    });
  });
  afterAll(async () => {
    await market.close();
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => requests.splice(0));

  it("asks it for a student, with the key in the header only", async () => {
    answer = say("A sturdy cycle.");
    const asha = await market.student("Asha");
    const { body } = await asha.call("POST", path, { json: wish });
    expect(body).toEqual({ description: "A sturdy cycle.", writer: "provider" });
    expect(requests[0]?.authorization).toBe("Bearer sk-very-secret");
    expect(JSON.parse(requests[0]?.body ?? "")).toMatchObject({ model: "writer-1" });
    expect(requests[0]?.body).not.toContain("sk-very-secret");
  });

  it("never calls it for a signed-out visitor", async () => {
    answer = say("Never");
    expect((await market.stranger.call("POST", path, { json: wish })).body.writer).toBe("local");
    expect(requests).toHaveLength(0);
  });

  it.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ["refuses", (_, response) => response.writeHead(500).end("no")],
    ["answers no JSON", (_, response) => response.end("<html>")],
    ["answers another shape", (_, response) => response.end('{"choices":[]}')],
    ["answers endlessly", (_, response) => response.end("x".repeat(1_000_000))],
    ["hangs up", (request) => request.socket.destroy()],
    [
      "redirects elsewhere",
      (_, response) => response.writeHead(302, { location: "http://127.0.0.1:9/" }).end(),
    ],
    ["says nothing", say("\u200b ")],
  ])("lets the local writer step in when the provider %s", async (name, behave) => {
    answer = behave;
    const student = await market.student(name.replace(/\W/g, "-"));
    const { status, body } = await student.call("POST", path, { json: wish });
    expect([status, body.writer]).toEqual([200, "local"]);
    expect(body.description).toContain("Hero Sprint cycle");
  });

  it("asks it for one description at a time for a student", async () => {
    const { promise: isWanted, resolve: letGo } = Promise.withResolvers<void>();
    answer = (request, response) => void isWanted.then(() => say("A cycle.")(request, response));
    const ravi = await market.student("Ravi");
    const first = ravi.call("POST", path, { json: wish });
    await expect.poll(() => requests.length).toBe(1);
    const { status, body, headers } = await ravi.call("POST", path, { json: wish });
    expect([status, body.code, headers["retry-after"]]).toEqual([409, "request-in-progress", "5"]);
    letGo();
    expect((await first).body.writer).toBe("provider");
  });

  it("D05 gives what it says as plain text of at most 2000 characters", async () => {
    answer = say(`<script>alert(1)</script>\u202e [link](javascript:x) ${"long ".repeat(1000)}`);
    const neha = await market.student("Neha");
    const { body } = await neha.call("POST", path, { json: wish });
    expect(body.description.length).toBeLessThanOrEqual(2000);
    expect(body.description).toMatch(/^<script>alert\(1\)<\/script> \[link\]/);
  });
});
