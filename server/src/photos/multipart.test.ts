import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleErrors } from "../http/problem.ts";
import { acceptMultipart, withUpload } from "./multipart.ts";

let dataDir: string;
let app: FastifyInstance;
let origin: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "market-multipart-"));
  app = Fastify();
  handleErrors(app);
  acceptMultipart(app);
  const rules = { dataDir, fileField: "images", repeatable: ["photos"] };
  for (const maxFiles of [1, 5]) {
    app.post(`/upload/${maxFiles}`, (request) =>
      withUpload(request, { ...rules, maxFiles }, async ({ fields, files }) => ({
        fields: Object.fromEntries(fields),
        files: await Promise.all(
          files.map(async (file) => [file.bytes, (await readFile(file.path)).length]),
        ),
      })),
    );
  }
  origin = await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

const file = (bytes: number) => new Blob([new Uint8Array(bytes).fill(120)]);
type Entry = [string, string] | [string, Blob, string];

async function send(entries: Entry[], path = "/upload/5") {
  const form = new FormData();
  for (const [name, value, fileName] of entries) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, fileName);
  }
  const response = await fetch(origin + path, { method: "POST", body: form });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function sendRaw(
  body: string,
  type = "multipart/form-data; boundary=b",
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${origin}/upload/5`, {
    method: "POST",
    headers: { "content-type": type, ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const part = (headers: string, body: string) => `--b\r\n${headers}\r\n\r\n${body}\r\n`;
const field = (name: string, body: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, body);

const isClean = async () => (await readdir(join(dataDir, "uploads"))).length === 0;

describe("an upload that is in order", () => {
  it("R435 returns fields and files, fields after files too, and leaves nothing on disk", async () => {
    const { status, body } = await send([
      ["images", file(3), "a.jpg"],
      ["name", "Cycle"],
      ["images", file(70_000), "../../b.jpg"],
      ["photos", "one"],
      ["description", "Größe – 🚲\nगियर"],
      ["photos", "two"],
    ]);
    expect(status).toBe(200);
    expect(body).toEqual({
      fields: { name: ["Cycle"], photos: ["one", "two"], description: ["Größe – 🚲\r\nगियर"] },
      files: [
        [3, 3],
        [70_000, 70_000],
      ],
    });
    expect(await isClean()).toBe(true);
  });

  it("R507 takes a file of exactly 15728640 bytes", async () => {
    const { status, body } = await send([["images", file(15_728_640), "a.jpg"]]);
    expect({ status, files: body["files"] }).toEqual({
      status: 200,
      files: [[15_728_640, 15_728_640]],
    });
  });

  it("takes five files of the full size", { tags: "sweep" }, async () => {
    const { status } = await send(
      Array.from({ length: 5 }, (): Entry => ["images", file(15_728_640), "a.jpg"]),
    );
    expect(status).toBe(200);
  });

  it("does not count the empty file of a form in which none was chosen", async () => {
    const empty = part(
      'Content-Disposition: form-data; name="images"; filename=""\r\nContent-Type: application/octet-stream',
      "",
    );
    expect((await sendRaw(`${empty}--b--\r\n`)).body).toEqual({ fields: {}, files: [] });
    const named = part('Content-Disposition: form-data; name="images"; filename="a.jpg"', "");
    expect((await sendRaw(`${named}--b--\r\n`)).body).toEqual({ fields: {}, files: [[0, 0]] });
  });

  it("takes a quoted boundary, a preamble and an epilogue", async () => {
    const body = `hello\r\n${field("name", "x")}--b--\r\nbye`;
    expect((await sendRaw(body, 'multipart/form-data; boundary="b"')).body).toEqual({
      fields: { name: ["x"] },
      files: [],
    });
  });
});

describe("an upload that is refused", () => {
  it.each<[number, string, string, Entry[], string?]>([
    [413, "image-too-large", "a file of 15728641 bytes", [["images", file(15_728_641), "a.jpg"]]],
    [
      413,
      "image-too-large",
      "a file of twice the size",
      [["images", file(31_457_280), "a.jpg"]],
      "/upload/1",
    ],
    [
      413,
      "image-too-large",
      "a large file after a field",
      [
        ["name", "x"],
        ["images", file(16_000_000), "a.jpg"],
        ["price", "1"],
      ],
    ],
    [
      422,
      "too-many-images",
      "six files",
      Array.from({ length: 6 }, (): Entry => ["images", file(10), "a.jpg"]),
    ],
    [
      413,
      "too-many-parts",
      "two files where one is taken",
      [
        ["images", file(10), "a"],
        ["images", file(10), "b"],
      ],
      "/upload/1",
    ],
    [
      413,
      "too-many-parts",
      "seventeen parts",
      Array.from({ length: 17 }, (_, i): Entry => [`f${i}`, "x"]),
    ],
    [413, "too-many-parts", "a very long field name", [["n".repeat(5_000), "x"]]],
    [422, "field-too-long", "a field of 1 MB", [["existingImages", "x".repeat(1_000_000)]]],
    [
      400,
      "duplicate-field",
      "a field that comes twice",
      [
        ["price", "1"],
        ["price", "9999"],
      ],
    ],
    [400, "invalid-multipart", "a field that every object has", [["__proto__", "x"]]],
    [400, "invalid-multipart", "a field called constructor", [["constructor", "x"]]],
    [400, "invalid-multipart", "a file in another field", [["name", file(10), "a.jpg"]]],
  ])("R379 %i %s: %s", async (status, code, _, entries, path) => {
    const answer = await send(entries, path);
    expect({ status: answer.status, code: answer.body["code"] }).toEqual({ status, code });
    expect(await isClean()).toBe(true);
  });

  it("R379 says the specification's sentence", async () => {
    const { body } = await send([["images", file(15_728_641), "a.jpg"]]);
    expect(body["message"]).toBe("File is too large (Max: 15MB).");
    const many = await send(Array.from({ length: 6 }, (): Entry => ["images", file(10), "a.jpg"]));
    expect(many.body["message"]).toBe("You can upload a maximum of 5 images.");
  });

  it.each([
    ["no boundary", "multipart/form-data", `${field("name", "x")}--b--\r\n`],
    ["an empty boundary", "multipart/form-data; boundary=", `${field("name", "x")}--b--\r\n`],
    [
      "a boundary of 1 KB",
      `multipart/form-data; boundary=${"b".repeat(1024)}`,
      `${field("name", "x")}--b--\r\n`,
    ],
    [
      "half a quoted boundary",
      'multipart/form-data; boundary="b',
      `${field("name", "x")}--b--\r\n`,
    ],
    [
      "another boundary than the body's",
      "multipart/form-data; boundary=c",
      `${field("name", "x")}--b--\r\n`,
    ],
    ["no body", "multipart/form-data; boundary=b", ""],
    ["no end", "multipart/form-data; boundary=b", field("name", "x")],
    [
      "half a file",
      "multipart/form-data; boundary=b",
      '--b\r\nContent-Disposition: form-data; name="images"; filename="a"\r\n\r\nhalf',
    ],
    [
      "a field without a name",
      "multipart/form-data; boundary=b",
      `${part("Content-Disposition: form-data", "x")}--b--\r\n`,
    ],
    [
      "a nested multipart",
      "multipart/form-data; boundary=b",
      `${part('Content-Disposition: form-data; name="images"\r\nContent-Type: multipart/mixed; boundary=c', "--c--")}--b--\r\n`,
    ],
  ])("400 invalid-multipart: %s", async (_, type, body) => {
    const answer = await sendRaw(body, type);
    expect({ status: answer.status, code: answer.body["code"] }).toEqual({
      status: 400,
      code: "invalid-multipart",
    });
    expect(await isClean()).toBe(true);
  });

  it.each([
    ["JSON", "application/json", {}],
    ["another multipart", "multipart/mixed; boundary=b", {}],
    ["a compressed body", "multipart/form-data; boundary=b", { "content-encoding": "gzip" }],
    ["plain text", "image/jpeg", {}],
  ])("415: %s", async (_, type, headers) => {
    const answer = await sendRaw("{}", type, headers);
    expect({ status: answer.status, code: answer.body["code"] }).toEqual({
      status: 415,
      code: "unsupported-media-type",
    });
  });
});
