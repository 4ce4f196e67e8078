import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { mkdtemp, open, rm, truncate, writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import Fastify from "fastify";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HeldApp, openHeldApp } from "../test/held.ts";
import { openTestMarket, type TestMarket } from "../test/market.ts";
import { servePhotos } from "./images.routes.ts";
import { readPieces, writePiece } from "./pieces.ts";

/** Bytes that tell where they belong and to which file. */
const contentOf = (file: number, length: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 16) + file * 31) % 256));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "market-pieces-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("a file read in pieces", () => {
  it("P37 takes one buffer for all of them, and hands it to the next file", async () => {
    const path = join(folder, "whole");
    const content = contentOf(1, 300_000);
    await writeFile(path, content);
    const buffers = new Set<ArrayBufferLike>();
    for (let n = 0; n < 10; n++) {
      const file = await open(path);
      const read: Buffer[] = [];
      for await (const piece of readPieces(file, content.length)) {
        buffers.add(piece.buffer);
        read.push(Buffer.from(piece));
      }
      expect(Buffer.concat(read).equals(content)).toBe(true);
      expect(file.fd).toBe(-1);
    }
    expect(buffers.size).toBe(1);
  });

  it("keeps the buffer of somebody who left from the next file, and closes his file", async () => {
    const path = join(folder, "left");
    await writeFile(path, contentOf(2, 300_000));
    const file = await open(path);
    let held: ArrayBufferLike | undefined;
    for await (const piece of readPieces(file, 300_000)) {
      held = piece.buffer;
      break;
    }
    expect(file.fd).toBe(-1);
    for await (const piece of readPieces(await open(path), 300_000))
      expect(piece.buffer).not.toBe(held);
  });

  it("fails when the file has become shorter", async () => {
    const path = join(folder, "shorter");
    await writeFile(path, contentOf(3, 100_000));
    const file = await open(path);
    await truncate(path, 70_000);
    await expect(Array.fromAsync(readPieces(file, 100_000))).rejects.toThrow(
      "ended before its end",
    );
    expect(file.fd).toBe(-1);
  });
});

describe("a piece for somebody who is gone", () => {
  it.each([true, false])("is not waited for, be it the last (%s)", async (isLast) => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    const [, response] = await once(server, "request");
    socket.destroy();
    await once(response, "close");
    expect(await writePiece(response, contentOf(4, 10), isLast)).toBe(false);
    server.close();
  });
});

describe("photos over the network", () => {
  let market: TestMarket;
  let owner: string;
  let place: HeldApp;
  let port: number;
  const key = (n: number) => `abc${n}-1280.webp`;
  const count = 8;
  const contents = Array.from({ length: count }, (_, n) => contentOf(n, 1 + n * 70_000));
  const put = async (name: string, content: Buffer) => {
    await writeFile(join(folder, "source"), content);
    await market.parts.storage.put(name, join(folder, "source"));
    await market.parts.db.query(sql`
      insert into photos (id, owner_id, image, files, bytes)
      values (gen_random_uuid(), ${owner}, '{}', ${[name]}, ${content.length})`);
  };
  beforeAll(async () => {
    market = await openTestMarket();
    owner = (await market.student("Asha")).userId;
    for (const [n, content] of contents.entries()) await put(key(n), content);
    await put("abcd-1280.webp", Buffer.alloc(10_000_000));
    const lasting = { inFlightWhenLasting: 2, lastsAfter: 0 };
    const few = {
      atOnce: 2,
      inFlight: 2,
      inFlightWhenLate: 2,
      ...lasting,
      uploads: 2,
      uploadsPerStudent: 2,
    };
    place = await openHeldApp(market.parts, { ...few, waitingForDatabase: 100, loopDelay: 10_000 });
    await place.app.listen({ host: "127.0.0.1", port: 0 });
    ({ port } = place.app.server.address() as AddressInfo);
  });
  afterAll(async () => {
    await place.app.close();
    await market.close();
  });

  /** A reader who stops after the first bytes. */
  const stopEarly = async (name: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(`GET /photos/${name} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, "readable");
    return socket;
  };

  it("P37 are whole for everybody, whoever else stands still or leaves in the middle", async () => {
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
    const asked = [3, 0, 5].map((n) => `GET /photos/${key(n)} HTTP/1.1\r\nHost: x\r\n`);
    socket.write(`${asked.join("\r\n")}Connection: close\r\n\r\n`);
    const answer = await buffer(socket);
    for (const n of [3, 0, 5]) expect(answer.includes(contents[n] ?? "")).toBe(true);
    expect(String(answer).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
  });

  it("P37 have 20 s in which their reader must take something", async () => {
    const connected = once(place.app.server, "connection");
    const socket = await stopEarly("abcd-1280.webp");
    const [ours] = await connected;
    await expect.poll(() => ours.timeout).toBe(20_000);
    socket.destroy();
  });

  it("P25 P37 give way to calls that are in work", async () => {
    const origin = `http://127.0.0.1:${port}`;
    const call = fetch(`${origin}/api/held`);
    await expect.poll(() => place.held()).toBe(1);
    const began = performance.now();
    const photo = await fetch(`${origin}/photos/abcd-1280.webp`);
    expect((await photo.arrayBuffer()).byteLength).toBe(10_000_000);
    // In 153 pieces.
    expect(performance.now() - began).toBeGreaterThan(100);
    place.release();
    expect((await call).status).toBe(200);
  });

  it("P25 P37 wait for their turn before every piece, which is no slow reading", async () => {
    const app = Fastify();
    const turns: { response: ServerResponse; come: (mayWrite: boolean) => void }[] = [];
    const turn = (response: object) =>
      new Promise<boolean>((come) => turns.push({ response: response as ServerResponse, come }));
    servePhotos(app, market.parts.storage, turn, async () => true);
    const origin = await app.listen({ host: "127.0.0.1", port: 0 });
    const one = fetch(`${origin}/photos/${key(0)}`);
    await expect.poll(() => turns.length).toBe(1);
    expect(turns[0]?.response.headersSent).toBe(false);
    turns[0]?.come(true);
    expect((await (await one).arrayBuffer()).byteLength).toBe(1);

    // 210001 bytes.
    const four = fetch(`${origin}/photos/${key(3)}`).then((response) => response.arrayBuffer());
    for (const n of [1, 2, 3, 4]) {
      await expect.poll(() => turns.length).toBe(n + 1);
      const { response, come } = turns[n] ?? {};
      expect([response?.headersSent, response?.socket?.timeout === 0]).toEqual([n > 1, n > 1]);
      come?.(true);
    }
    expect(contents[3]?.equals(Buffer.from(await four))).toBe(true);
    expect(turns).toHaveLength(5);
    await app.close();
  });

  it("that fail before they begin are refused, and later end their connection", async () => {
    const { storage } = market.parts;
    const { open: openFile } = storage;
    const breaksAfter = async function* (...pieces: Buffer[]) {
      yield* pieces;
      throw new Error("EIO");
    };
    const ask = async (...pieces: Buffer[]) => {
      storage.open = async (name) => {
        const file = await openFile(name);
        await file?.close();
        return file && { ...file, pieces: breaksAfter(...pieces) };
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
