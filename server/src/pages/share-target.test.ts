import { readdir } from "node:fs/promises";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import { changesBetween, readTables, snapshots } from "../../test/whole-database.ts";

let market: TestMarket;
let address = "";
beforeAll(async () => {
  market = await openTestMarket({ TRUSTED_PROXIES: "1" });
  address = await market.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => market.close());

let senders = 0;
/** Each from a network address of its own, unless told otherwise. */
const post = (
  body: BodyInit | null,
  headers: Record<string, string> = {},
  from = `10.8.0.${++senders}`,
) =>
  fetch(`${address}/sell/share`, {
    method: "POST",
    redirect: "manual",
    headers: { "x-forwarded-for": from, ...headers },
    body,
    // Absent from the types: Node sends a stream as it comes.
    ...({ duplex: "half" } as object),
  });
const leadsTo = ({ status, headers }: Response) => [status, headers.get("location")];
const toPickThem = [303, "/sell?shared=no"];

function form(parts: Record<string, string>, photos = 0, bytes = 1000): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(parts)) made.append(name, value);
  for (let nth = 0; nth < photos; nth++)
    made.append(
      "photos",
      new File([new Uint8Array(bytes)], `photo-${nth}.jpg`, { type: "image/jpeg" }),
    );
  return made;
}
/** A body of unknown length. */
function* pieces(bytes: number, piece = 1_000_000) {
  for (let sent = 0; sent < bytes; sent += piece)
    yield new Uint8Array(Math.min(piece, bytes - sent));
}
const streamed = (bytes: number) =>
  post(Readable.toWeb(Readable.from(pieces(bytes))) as ReadableStream, {
    "content-type": "multipart/form-data; boundary=x",
  });

describe("a share that no service worker takes", () => {
  it("R1080 leads to the sell page, whatever it contains, and leaves nothing", async () => {
    const { db, config } = market.parts;
    const files = () => readdir(config.DATA_DIR, { recursive: true });
    const read = snapshots(db, await readTables(db));
    const before = [await read(), await files()] as const;
    const boundary = { "content-type": "multipart/form-data; boundary=x" };
    const hostile: [string, BodyInit | null, Record<string, string>?][] = [
      ["five photos and a message", form({ title: "x", text: "Cycle 3500", url: "" }, 5)],
      ["a hundred photos", form({ text: "many" }, 100)],
      ["HTML", form({ text: "<script>alert(1)</script><img src=x onerror=alert(1)>" })],
      [
        "a text file",
        (() => {
          const made = form({});
          made.append("photos", new File(["Table fan 600"], "chat.txt", { type: "text/plain" }));
          return made;
        })(),
      ],
      ["no fields", form({})],
      ["no body", null],
      ["an empty body", "", boundary],
      [
        "a cross-site form",
        form({ text: "x" }, 1),
        {
          origin: "https://evil.example",
          referer: "https://evil.example/",
          "sec-fetch-site": "cross-site",
        },
      ],
      ["a form of no origin", form({ text: "x" }), { origin: "null" }],
      ["a broken form", "--y\r\nnonsense", boundary],
      ["a form without a boundary", "--x\r\n", { "content-type": "multipart/form-data" }],
      ["broken JSON", "{", { "content-type": "application/json" }],
      ["an unknown type", "x", { "content-type": "not a type" }],
      ["a wrong token", form({ text: "x" }), { authorization: "Bearer wrong" }],
    ];
    for (const [what, body, headers] of hostile)
      expect([what, ...leadsTo(await post(body, headers))]).toEqual([what, ...toPickThem]);
    expect(changesBetween(before[0], await read())).toEqual([]);
    expect(await files()).toEqual(before[1]);
  });

  it("R1080 takes 80 MB, counted as they come", async () => {
    expect(leadsTo(await streamed(80_000_000))).toEqual(toPickThem);
  });

  it("R1080 refuses a byte more, announced or not", async () => {
    const { status } = await streamed(80_000_001);
    expect(status).toBe(413);
    const announced = await post(new Uint8Array(80_000_001), {
      "content-type": "multipart/form-data; boundary=x",
    });
    expect(announced.status).toBe(413);
    expect(await announced.json()).toMatchObject({ code: "body-too-large" });
  });

  it("R1080 is taken ten times a minute from an address, which says nothing about others", async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 12; time++)
      statuses.push((await post(form({ text: "x" }), {}, "10.7.0.1")).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 303), 429, 429]);
    expect((await post(form({ text: "x" }), {}, "10.7.0.2")).status).toBe(303);
  });

  it("R1080 is no page: its address leads to the sell form", async () => {
    const answer = await fetch(`${address}/sell/share`, { redirect: "manual" });
    expect(leadsTo(answer)).toEqual([303, "/sell"]);
  });
});

describe("the manifest", () => {
  it("R1077 offers the app to others as a target for text and photos", async () => {
    const manifest = (await (await fetch(`${address}/manifest.webmanifest`)).json()) as object;
    expect(manifest).toMatchObject({
      share_target: {
        action: "/sell/share",
        method: "POST",
        enctype: "multipart/form-data",
        params: {
          title: "title",
          text: "text",
          url: "url",
          files: [{ name: "photos", accept: ["image/*", "text/plain"] }],
        },
      },
    });
  });
});
