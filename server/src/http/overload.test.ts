import { type ClientRequest, request as openRequest } from "node:http";
import type { FastifyInstance } from "fastify";
import sql from "sql-template-tag";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from "vitest";
import { beginSession } from "../identity/sessions.ts";
import { type HeldApp, openHeldApp } from "../../test/held.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import type { LoadLimits } from "./overload.ts";

const limits: LoadLimits = { calls: 6, uploads: 2 };

let market: TestMarket;
let app: FastifyInstance;
let held: HeldApp["held"];
let release: HeldApp["release"];
let base: string;
let asha: Student;
let rohan: Student;
let meera: Student;
type Student = Awaited<ReturnType<TestMarket["student"]>>;

/** A list that is made for each request; others may be cached, and those are never refused. */
const madeList = "/api/products?sort=random&limit=8";

/** Uploads whose reading has begun. */
let uploads = 0;

beforeAll(async () => {
  market = await openTestMarket({
    PUBLIC_ORIGIN: "http://127.0.0.1:3250",
    MODERATOR_EMAILS: "mod@cgu.example",
    DATABASE_TIMEOUT_SECONDS: "60",
  });
  [asha, rohan, meera] = [
    await market.student("Asha"),
    await market.student("Rohan"),
    await market.student("Meera"),
  ];
  ({ app, held, release } = await openHeldApp(market.parts, limits));
  app.addHook("preHandler", async (request) => {
    if (request.routeOptions.config.endpoint?.body === "multipart") uploads++;
  });
  base = await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  release();
  await app.close();
  await market.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(base + path, { headers, redirect: "manual" });
const statusOf = async (path: string, headers?: Record<string, string>) =>
  (await get(path, headers)).status;
const bearer = ({ token }: Student) => ({ authorization: `Bearer ${token}` });

/** Fills the process until one more is refused. */
async function hold(requests: number): Promise<Promise<number>[]> {
  const pending = Array.from({ length: requests }, () => statusOf("/api/held"));
  await expect.poll(() => held()).toBe(requests);
  return pending;
}

async function expectBusy(response: Response): Promise<void> {
  expect(response.status).toBe(503);
  expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(Number(response.headers.get("content-length"))).toBeGreaterThan(0);
  const seconds = Number(response.headers.get("retry-after"));
  expect(seconds).toBeGreaterThanOrEqual(2);
  expect(seconds).toBeLessThanOrEqual(5);
  expect(await response.json()).toMatchObject({
    success: false,
    status: 503,
    code: "server-busy",
    message: "The server is busy. Please try again in a moment.",
  });
}

describe("a process with all the requests that it can take", () => {
  let pending: Promise<number>[];
  beforeEach(async () => {
    pending = await hold(6);
  });
  afterEach(async () => {
    release();
    await Promise.all(pending);
  });

  it("refuses the next immediately, spares the others, and afterwards accepts new ones", async () => {
    for (const path of [madeList, "/api/auth/profile", `/avatars/${asha.userId}`]) {
      await expectBusy(await get(path, bearer(asha)));
    }
    await expectBusy(await fetch(`${base}/api/views`, { method: "POST" }));
    const toggle = `${base}/api/products/${asha.userId}/toggle-sold?x`;
    await expectBusy(await fetch(toggle, { method: "PUT" }));
    release();
    expect(await Promise.all(pending)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await statusOf(madeList)).toBe(200);
    expect(await statusOf("/api/auth/profile", bearer(asha))).toBe(200);
  });

  it("R749 counts whom it refuses, and moderators see how many of them there were today", async () => {
    const mod = await market.student("Mod");
    const seen = async () =>
      (await mod.get("/api/operations")).body.operations.days.at(-1) as Record<string, number>;
    const before = await seen();
    for (let n = 0; n < 3; n++) expect(await statusOf(madeList)).toBe(503);
    const after = await seen();
    expect((after["busy"] ?? 0) - (before["busy"] ?? 0)).toBe(3);
    expect(after["errors"]).toBe(before["errors"]);
  });

  it("still answers health, documents, files, photos and lists that are ready", async () => {
    release();
    await Promise.all(pending);
    expect(await statusOf("/api/products")).toBe(200);
    pending = await hold(6);
    expect(await statusOf("/api/products")).toBe(200);
    expect(await statusOf("/healthz")).toBe(200);
    expect(await statusOf("/readyz")).toBe(200);
    const page = await get("/login");
    expect(page.status).toBe(200);
    const [, script = ""] = /src="(\/assets\/[^"]+)"/.exec(await page.text()) ?? [];
    expect(await statusOf(script)).toBe(200);
    expect(await statusOf("/photos/absent.webp")).toBe(404);
    expect(await statusOf("/nowhere")).toBe(404);
  });

  it("still signs students out, and in without a page of JSON", async () => {
    const [identity] = await market.parts.db.query<{ id: string }>(
      sql`select identity_id as id from users where id = ${rohan.userId}`,
    );
    const { secret } = await beginSession(market.parts.db, identity?.id ?? "");
    const cookie = { cookie: `session-3250=${secret}`, "x-requested-with": "campus-marketplace" };
    const post = (path: string) => fetch(base + path, { method: "POST", headers: cookie });
    await expectBusy(await post("/api/auth/token"));
    expect((await post("/api/auth/logout")).status).toBe(204);
    expect((await get("/api/auth/callback?state=x")).headers.get("content-type")).toMatch(
      /^text\/html/,
    );
    release();
    await Promise.all(pending);
    expect(await (await post("/api/auth/token")).json()).toMatchObject({ code: "missing-session" });
  });

  it("forgets clients that disconnected", async () => {
    const leaving = new AbortController();
    release();
    await Promise.all(pending);
    pending = await hold(5);
    const gone = fetch(`${base}/api/held`, { signal: leaving.signal });
    await expect.poll(() => held()).toBe(6);
    await expectBusy(await get(madeList));
    leaving.abort();
    await expect(gone).rejects.toThrow("aborted");
    await expect.poll(() => statusOf(madeList)).toBe(200);
  });
});

describe("a slow database", () => {
  it("lets a few requests wait for it and refuses the others", async () => {
    const { db } = market.parts;
    const connections = await Promise.all(Array.from({ length: 8 }, () => db.connect()));
    const waiting: Promise<number>[] = [];
    for (let n = 1; n <= 6; n++) {
      waiting.push(statusOf(madeList));
      await expect.poll(() => db.waiting()).toBe(n);
    }
    await expectBusy(await get(madeList));
    expect(await statusOf("/healthz")).toBe(200);
    for (const connection of connections) connection.release();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => 200));
    expect(await statusOf(madeList)).toBe(200);
  });

  it("R940 refuses a request that has waited DATABASE_TIMEOUT_SECONDS for it", async () => {
    const { db } = market.parts;
    const connections = await Promise.all(Array.from({ length: 8 }, () => db.connect()));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const answer = app.inject(madeList);
    await expect.poll(() => db.waiting()).toBe(1);
    vi.advanceTimersByTime(59_000);
    expect(db.waiting()).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(db.waiting()).toBe(0);
    vi.useRealTimers();
    const { statusCode, body } = await answer;
    expect([statusCode, JSON.parse(body).code]).toEqual([503, "database-unavailable"]);
    for (const connection of connections) connection.release();
  });
});

describe("uploads", () => {
  const length = 10_000;
  /** Begins an upload and sends no more than its first bytes. */
  const begin = (headers: Record<string, string>) => {
    const upload = openRequest(`${base}/api/photos`, {
      method: "POST",
      headers: {
        ...headers,
        "content-type": "multipart/form-data; boundary=x",
        "content-length": length,
      },
    });
    const answer = new Promise<{ status?: number; code?: string }>((resolve) => {
      upload.on("error", () => resolve({}));
      upload.on("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const { code } = JSON.parse(Buffer.concat(chunks).toString()) as { code?: string };
          resolve({ status: response.statusCode, code });
          upload.destroy();
        });
      });
    });
    upload.write("--x\r\n");
    return { upload, answer };
  };
  const finish = (upload: ClientRequest) => upload.end("x".repeat(length - 5));

  it("takes no slot from browsing, nor browsing from it; the upload too many is refused, a signed-out visitor's too", async () => {
    const before = uploads;
    const first = begin(bearer(asha));
    await expect.poll(() => uploads).toBe(before + 1);
    const second = begin(bearer(rohan));
    await expect.poll(() => uploads).toBe(before + 2);
    const third = begin(bearer(meera));
    expect(await third.answer).toEqual({ status: 503, code: "server-busy" });
    expect(await begin({}).answer).toMatchObject({ status: 401 });

    const pending = await hold(5);
    expect(await statusOf(madeList)).toBe(200);
    release();
    await Promise.all(pending);

    first.upload.destroy();
    const full = await hold(6);
    await expectBusy(await get(madeList));
    finish(second.upload);
    // Nothing but dashes is no photo; what counts here is that it was read.
    expect(await second.answer).toMatchObject({ status: 400, code: "invalid-multipart" });
    const later = async () => {
      const { upload, answer } = begin(bearer(meera));
      finish(upload);
      return (await answer).code;
    };
    await expect.poll(later).toBe("invalid-multipart");
    release();
    await Promise.all(full);
    expect(await statusOf(madeList)).toBe(200);
  });
});

describe("many times more requests than it can take", () => {
  it("every request is answered or refused, and afterwards the server is as it was", async () => {
    const counts: Record<number, number> = {};
    const visitor = async () => {
      for (let n = 0; n < 10; n++) {
        const status = await statusOf(madeList);
        counts[status] = (counts[status] ?? 0) + 1;
      }
    };
    const health = (async () => {
      for (let n = 0; n < 10; n++) expect(await statusOf("/healthz")).toBe(200);
    })();
    await Promise.all([...Array.from({ length: 40 }, visitor), health]);
    expect(Object.keys(counts)).toEqual(["200", "503"]);
    expect((counts[200] ?? 0) + (counts[503] ?? 0)).toBe(400);
    expect(await statusOf(madeList)).toBe(200);
    expect(await statusOf("/api/auth/profile", bearer(meera))).toBe(200);
  });
});
