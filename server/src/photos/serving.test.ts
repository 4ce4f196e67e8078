import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { leaveWhileOpening } from "../../test/held-storage.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";

/** Bytes that identify their file and position. */
const contentOf = (file: number, length: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 16) + file * 31) % 256));

describe("photos over the network", () => {
  let market: TestMarket;
  let owner: string;
  let port: number;
  const key = (n: number) => `abc${n}-1280.webp`;
  const count = 8;
  const contents = Array.from({ length: count }, (_, n) => contentOf(n, 1 + n * 70_000));
  const put = async (name: string, content: Buffer) => {
    await market.parts.storage.put(name, content);
    await market.parts.db.query(sql`
      insert into photos (id, owner_id, image, files, bytes)
      values (gen_random_uuid(), ${owner}, '{}', ${[name]}, ${content.length})`);
  };
  beforeAll(async () => {
    market = await openTestMarket();
    owner = (await market.student("Asha")).userId;
    for (const [n, content] of contents.entries()) await put(key(n), content);
    await put("abcd-1280.webp", Buffer.alloc(10_000_000));
    await market.app.listen({ host: "127.0.0.1", port: 0 });
    ({ port } = market.app.server.address() as AddressInfo);
  });
  afterAll(() => market.close());

  /** A reader who stops after the first bytes. */
  const stopEarly = async (name: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(`GET /photos/${name} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, "readable");
    return socket;
  };

  it("are whole for all clients, even when another stalls or leaves in the middle", async () => {
    const still = await Promise.all(Array.from({ length: 20 }, () => stopEarly("abcd-1280.webp")));
    const rounds = Array.from({ length: 5 * count }, async (_, n) => {
      if (n % 3 === 0) (await stopEarly(key(n % count))).destroy();
      const response = await fetch(`http://127.0.0.1:${port}/photos/${key(n % count)}`);
      const body = Buffer.from(await response.arrayBuffer());
      return contents[n % count]?.equals(body);
    });
    expect(new Set(await Promise.all(rounds))).toEqual(new Set([true]));
    for (const socket of still) socket.destroy();
  });

  it("several follow one another on one connection", async () => {
    const socket = connect(port, "127.0.0.1");
    const requests = [3, 0, 5].map((n) => `GET /photos/${key(n)} HTTP/1.1\r\nHost: x\r\n`);
    socket.write(`${requests.join("\r\n")}Connection: close\r\n\r\n`);
    const answer = await buffer(socket);
    for (const n of [3, 0, 5]) expect(answer.includes(contents[n] ?? "")).toBe(true);
    expect(String(answer).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
  });

  it("end after a minute in which their client reads nothing", async () => {
    const connected = once(market.app.server, "connection");
    const socket = await stopEarly("abcd-1280.webp");
    const [ours] = await connected;
    await expect.poll(() => ours.timeout).toBe(60_000);
    socket.destroy();
  });

  it("R901 are closed when their reader leaves while the store opens them", async () => {
    const file = await leaveWhileOpening(market, `/photos/${key(3)}`);
    await expect.poll(() => file.destroyed).toBe(true);
  });

  it("that fail before they begin are refused, and later end their connection", async () => {
    const { storage } = market.parts;
    const { open: openFile } = storage;
    const breaksAfter = async function* (...chunks: Buffer[]) {
      yield* chunks;
      throw new Error("EIO");
    };
    const ask = async (...chunks: Buffer[]) => {
      storage.open = async (name) => {
        const file = await openFile(name);
        file?.stream.destroy();
        return file && { ...file, stream: Readable.from(breaksAfter(...chunks)) };
      };
      return fetch(`http://127.0.0.1:${port}/photos/${key(2)}`);
    };
    try {
      const refused = await ask();
      expect([refused.status, await refused.json()]).toMatchObject([
        503,
        { code: "storage-unavailable" },
      ]);
      const broken = await ask(contentOf(1, 10));
      expect(broken.status).toBe(200);
      await expect(broken.arrayBuffer()).rejects.toThrow("terminated");
    } finally {
      storage.open = openFile;
    }
  });
});
