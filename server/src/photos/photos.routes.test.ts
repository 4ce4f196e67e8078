import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import { heic, phoneJpeg, plain, svg } from "../../test/pictures/pictures.ts";

type Student = Awaited<ReturnType<TestMarket["student"]>>;

let market: TestMarket;
let asha: Student;
let ravi: Student;
let jpeg: Buffer;
beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha");
  ravi = await market.student("Ravi");
  jpeg = await phoneJpeg(1600, 1200, 6);
});
afterAll(() => market.close());

function formOf(content: Buffer | string): FormData {
  const form = new FormData();
  form.append("image", new Blob([new Uint8Array(Buffer.from(content))]), "cycle.jpg");
  return form;
}

const upload = (
  student: Student,
  content: Buffer | string = jpeg,
  headers: Record<string, string> = {},
) => student.call("POST", "/api/photos", { form: formOf(content), headers });

const filesOf = async () =>
  (await Array.fromAsync(market.parts.storage.list())).map(({ key }) => key).toSorted();
const rowsOf = async (student: Student) => {
  const rows = sql`select id, files from photos where owner_id = ${student.userId}`;
  return market.parts.db.query<{ id: string; files: string[] }>(rows);
};
const work = async () =>
  (await readdir(join(market.parts.config.DATA_DIR, "uploads")).catch(() => [])).length;

describe("POST /api/photos", () => {
  it("answers with the photo as the contract shows it, in files of our own making", async () => {
    const { status, body } = await upload(asha);
    expect(status).toBe(201);
    const { photo } = body;
    expect(body).toEqual({ success: true, photo, id: photo.id, url: photo.url });
    expect(photo).toMatchObject({
      width: 1280,
      height: 960,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
    expect(
      photo.sources.map(({ type, width }: { type: string; width: number }) => [type, width]),
    ).toEqual([
      ["image/webp", 320],
      ["image/webp", 640],
      ["image/webp", 1280],
    ]);
    expect(photo.url).toBe(photo.sources[1].url);
    expect(photo.url).toMatch(/^\/photos\/[0-9a-f]{32}-[0-9a-f]{16}-640\.webp$/);
    const [row] = await rowsOf(asha);
    expect(row?.id).toBe(photo.id);
    expect(await filesOf()).toEqual(row?.files.toSorted());
    expect(await work()).toBe(0);
  });

  it("refuses a signed-out client before it reads the photo", async () => {
    expect(await market.stranger.call("POST", "/api/photos", { form: formOf(jpeg) })).toMatchObject(
      {
        status: 401,
        body: { code: "missing-token" },
      },
    );
  });

  it("answers a repeat under the same key with the first photo, and refuses the key for another", async () => {
    const before = (await rowsOf(asha)).length;
    const headers = { "idempotency-key": "cycle-photo-1" };
    const [first, second] = await Promise.all([
      upload(asha, jpeg, headers),
      upload(asha, jpeg, headers),
    ]);
    const third = await upload(asha, jpeg, headers);
    expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
    expect(second.body).toEqual(first.body);
    expect(third.body).toEqual(first.body);
    expect((await rowsOf(asha)).length).toBe(before + 1);
    expect(await filesOf()).toEqual((await rowsOf(asha)).flatMap(({ files }) => files).toSorted());
    const other = await upload(asha, await plain(300, 200).png().toBuffer(), headers);
    expect(other).toMatchObject({ status: 422, body: { code: "key-reused" } });
  });

  it.each<[number, string, string, () => Promise<Buffer> | Buffer | string]>([
    [422, "unsupported-image-type", "an SVG that calls itself a JPEG", () => svg],
    [422, "heic-image", "a HEIC", () => heic],
    [422, "not-an-image", "a text that calls itself a JPEG", () => "hello"],
    [422, "not-an-image", "an empty file", () => ""],
    [
      413,
      "image-too-large",
      "a JPEG of one byte more than 15728640",
      () => Buffer.concat([jpeg, Buffer.alloc(15_728_641 - jpeg.length)]),
    ],
  ])("D06 %i %s: %s leaves no file and no row", async (status, code, _, make) => {
    const [files, rows] = [await filesOf(), (await rowsOf(asha)).length];
    expect(await upload(asha, await make())).toMatchObject({ status, body: { code } });
    expect(await filesOf()).toEqual(files);
    expect((await rowsOf(asha)).length).toBe(rows);
    expect(await work()).toBe(0);
  });

  it("R507 takes a JPEG of exactly 15728640 bytes", async () => {
    const { status } = await upload(
      asha,
      Buffer.concat([jpeg, Buffer.alloc(15_728_640 - jpeg.length)]),
    );
    expect(status).toBe(201);
  });

  it("R379 D08 answers with the specification's sentence about size, and explains what to do about a HEIC", async () => {
    const large = await upload(asha, Buffer.alloc(15_728_641));
    expect(large.body.message).toBe("File is too large (Max: 15MB).");
    expect((await upload(asha, heic)).body.message).toContain("JPEG");
  });

  it("asks for a photo when none was sent", async () => {
    const form = new FormData();
    form.append("name", "x");
    expect(await asha.call("POST", "/api/photos", { form })).toMatchObject({
      status: 422,
      body: { code: "image-required" },
    });
    expect(await asha.call("POST", "/api/photos", { json: {} })).toMatchObject({ status: 415 });
  });

  it("lets no student have more than thirty unused photos, however many arrive concurrently", async () => {
    const meera = await market.student("Meera");
    await market.parts.db.query(sql`
      insert into photos (id, owner_id, image, files, bytes)
      select gen_random_uuid(), ${meera.userId}, '{}', array['abc' || n || '.webp'], 1 from generate_series(1, 28) n`);
    const small = await plain(64, 48).png().toBuffer();
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload(meera, small)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.code).toBe("photo-quota");
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
    const known = new Set(
      (await market.parts.db.query<{ files: string[] }>(sql`select files from photos`)).flatMap(
        ({ files }) => files,
      ),
    );
    expect((await filesOf()).filter((key) => !known.has(key))).toEqual([]);
    await market.parts.db.query(
      sql`delete from photos where owner_id = ${meera.userId} and bytes = 1`,
    );
  });
});

describe("GET /photos", () => {
  it("serves a photo only as a picture", async () => {
    const { url, id } = (await upload(asha)).body.photo;
    const response = await market.app.inject({ url });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=604800, s-maxage=30, immutable",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "content-length": String(response.rawPayload.length),
    });
    expect(response.headers["set-cookie"]).toBeUndefined();
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({
      format: "webp",
      width: 640,
      height: 480,
    });
    const again = await market.app.inject({
      url,
      headers: { "if-none-match": String(response.headers["etag"]) },
    });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    const head = await market.app.inject({ method: "HEAD", url });
    expect([head.statusCode, head.headers["content-length"], head.rawPayload.length]).toEqual([
      200,
      response.headers["content-length"],
      0,
    ]);
    await asha.call("DELETE", `/api/photos/${id}`);
  });

  it.each([
    "/photos/",
    "/photos/absent.webp",
    "/photos/0123456789abcdef0123456789abcdef-0123456789abcdef-640.webp",
    "/photos/..%2f..%2fsecret",
    "/photos/../package.json",
    "/photos//etc/passwd",
    "/photos/.incoming",
    "/photos/%00.webp",
    "/photos/abc",
    `/photos/${"a".repeat(300)}.webp`,
  ])("404 for %s", async (url) => {
    const response = await market.app.inject({ url });
    expect(response.statusCode).toBe(404);
    expect(response.headers["content-type"]).toMatch(/^(application\/problem\+json|text\/html)/);
  });
});

describe("DELETE /api/photos/{photoId}", () => {
  it("discards the caller's own unused photo, and no other student's", async () => {
    const { id } = (await upload(asha)).body.photo;
    expect(await ravi.call("DELETE", `/api/photos/${id}`)).toMatchObject({
      status: 404,
      body: { code: "photo-not-found" },
    });
    expect(await asha.call("DELETE", `/api/photos/${id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await asha.call("DELETE", `/api/photos/${id}`)).toMatchObject({ status: 404 });
    expect(await asha.call("DELETE", "/api/photos/1")).toMatchObject({ status: 404 });
    expect(await market.stranger.call("DELETE", `/api/photos/${id}`)).toMatchObject({
      status: 401,
    });
  });
});
