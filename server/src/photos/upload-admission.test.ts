import { readdir } from "node:fs/promises";
import { connect, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { FastifyRequest } from "fastify";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cycle, formOf, list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { plain } from "../../test/pictures/pictures.ts";
import { createUploadAdmission } from "./upload-admission.ts";

let market: TestMarket;
let port: number;
let asha: TestStudent;
let ravi: TestStudent;
beforeAll(async () => {
  market = await openTestMarket({ LIMITS_NEW_LISTINGS_PER_DAY: "2", LIMITS_EDITS_PER_DAY: "1" });
  await market.app.listen({ host: "127.0.0.1", port: 0 });
  port = (market.app.server.address() as AddressInfo).port;
  asha = await market.student("Asha");
  ravi = await market.student("Ravi");
});
afterAll(() => market.close());

/** Sends the head of an upload of 10 MB and none of its pictures. */
function announce(student: TestStudent, path: string, method = "POST"): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${student.token}\r\n` +
      "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 10000000\r\nConnection: close\r\n\r\n",
  );
  return socket;
}

/** The answer to a sender before any byte of a picture. */
async function answerTo(socket: Socket): Promise<string> {
  socket.once("data", () => setImmediate(() => socket.end()));
  return text(socket);
}

const spooling = async () =>
  (await readdir(join(market.parts.config.DATA_DIR, "uploads")).catch(() => [])).length;

async function addUnusedPhotos(student: TestStudent, count: number): Promise<void> {
  await market.parts.db.query(sql`
    insert into photos (id, owner_id, image, files, bytes)
    select gen_random_uuid(), ${student.userId}, '{}', array['abc' || n || '.webp'], 1
    from generate_series(1, ${count}) n`);
}

async function upload(student: TestStudent): Promise<number> {
  const body = new FormData();
  body.append("image", new Blob([new Uint8Array(await plain(64, 48).png().toBuffer())]), "a.png");
  const headers = { authorization: `Bearer ${student.token}` };
  const answer = await fetch(`http://127.0.0.1:${port}/api/photos`, {
    method: "POST",
    headers,
    body,
  });
  await answer.body?.cancel();
  return answer.status;
}

describe("a refusal that is known before the pictures", () => {
  it("refuses a student with thirty unused photos without reading another", async () => {
    const meera = await market.student("Meera");
    await addUnusedPhotos(meera, 30);
    const answer = await answerTo(announce(meera, "/api/photos"));
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toContain('"photo-quota"');
  });

  it("refuses a student with no listing left in the day without reading a picture, and answers a repeat", async () => {
    const kiran = await market.student("Kiran");
    const form = await formOf(cycle);
    const headers = { "idempotency-key": "last-listing-1" };
    const send = () => kiran.call("POST", "/api/products/create", { form, headers });
    await list(kiran);
    const last = await send();
    const answer = await answerTo(announce(kiran, "/api/products/create"));
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toContain('"listing-quota"');
    expect(answer).toMatch(/\r\nretry-after: [1-9]\d*\r\n/);
    const repeated = await send();
    expect([last.status, repeated.status]).toEqual([201, 201]);
    expect(repeated.body).toEqual(last.body);
  });

  it("refuses an edit of another student's product, and one too many, without reading a picture", async () => {
    const { body } = await list(asha);
    const path = `/api/products/${body.product._id}`;
    expect(await answerTo(announce(ravi, path, "PUT"))).toContain('"product-not-found"');
    const edit = { form: await formOf(cycle, []) };
    expect((await asha.call("PUT", path, edit)).status).toBe(200);
    const answer = await answerTo(announce(asha, path, "PUT"));
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toContain('"edit-quota"');
  });
});

describe("uploads of one student", () => {
  it("are read two at a time while another student's are read too", async () => {
    const sockets = Array.from({ length: 5 }, () => announce(asha, "/api/photos"));
    for (const socket of sockets) socket.on("error", () => {}).resume();
    await expect.poll(spooling).toBe(2);
    expect(await upload(ravi)).toBe(201);
    expect(await spooling()).toBe(2);
    // The first leaves, and so does one that waits: the next begins, and none stays behind.
    sockets[0]?.destroy();
    sockets[3]?.destroy();
    await expect.poll(spooling).toBe(2);
    for (const socket of sockets) socket.destroy();
    await expect.poll(spooling).toBe(0);
    expect(await upload(asha)).toBe(201);
  });
});

describe("free disk space", () => {
  const MB = 1024 * 1024;
  const requestOf = (userId: string, bytes?: number) =>
    ({
      currentUser: { userId },
      headers: bytes === undefined ? {} : { "content-length": String(bytes) },
      raw: { destroyed: false },
    }) as unknown as FastifyRequest;

  it("is promised to uploads that have begun, so that together they leave 256 MB", async () => {
    const admit = createUploadAdmission(async () => 330 * MB);
    const rules = { dataDir: "/", most: 75 * MB };
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const first = admit(requestOf("asha", 50 * MB), rules, () => ended);
    // It looks at the disk, then begins.
    await new Promise(setImmediate);
    await expect(admit(requestOf("ravi", 30 * MB), rules, async () => "taken")).rejects.toThrow(
      "There is no room for new photos right now. Please try again later.",
    );
    expect(await admit(requestOf("ravi", 20 * MB), rules, async () => "taken")).toBe("taken");
    // A body of unknown length counts as one of the maximum.
    await expect(admit(requestOf("ravi"), rules, async () => "taken")).rejects.toMatchObject({
      code: "storage-full",
      status: 503,
    });
    end();
    await first;
    expect(await admit(requestOf("ravi", 30 * MB), rules, async () => "taken")).toBe("taken");
  });
});
