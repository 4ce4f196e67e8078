import jsqr from "jsqr";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let asha: TestStudent;
let ids: string[];
let bundleId: string;

beforeAll(async () => {
  market = await openTestMarket({ PUBLIC_ORIGIN: "http://localhost:3911" });
  asha = await market.student("Asha");
  ids = [];
  for (const [name, color] of [
    ["Red cycle", "#c03030"],
    ["Green lamp", "#30a050"],
    ["Blue kettle", "#3050c0"],
    ["Grey rack", "#808080"],
    ["Fifth", "#202020"],
  ] as const)
    ids.push((await list(asha, { name }, [color])).body.product._id);
  const leavingOn = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const json = { productIds: ids, place: "Gate 2", leavingOn };
  bundleId = (await asha.call("POST", "/api/bundles", { json })).body.bundle.id;
});
afterAll(() => market.close());

/** Reads the code on the page as a camera does. */
async function readCode(html: string): Promise<string | undefined> {
  const svg = /<svg[^>]*viewBox="[^"]*"[^>]*role="img"[^>]*>.*?<\/svg>/s.exec(html)?.[0] ?? "";
  const drawing = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
  const { data, info } = await sharp(Buffer.from(drawing))
    .resize(400, 400)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
}
const page = (url: string) => market.app.inject({ url });

describe("the page of a leaving student", () => {
  it("R790 shows the student's first name, the day and the items, sold ones as sold, and is closed to search engines", async () => {
    await asha.call("PUT", `/api/products/${ids[4]}/toggle-sold`, { json: { isSold: true } });
    const { statusCode, body } = await page(`/leaving/${bundleId}`);
    expect(statusCode).toBe(200);
    expect(body).toMatch(/<h1[^>]*>Asha is leaving on \d+ \w+: 5 items<\/h1>/);
    expect(body).toContain("4 of 5 still available");
    for (const name of ["Red cycle", "Fifth"]) expect(body).toContain(name);
    expect(body).toContain('content="noindex');
    expect(body).not.toContain("Gate 2");
    expect(body).toMatch(new RegExp(`/leaving/${bundleId}/card\\.jpg\\?v=\\d+`));
    const gone = "/leaving/01994e50-0000-7000-8000-000000000000";
    for (const url of [gone, `${gone}/poster`, "/leaving/x"])
      expect((await page(url)).statusCode, url).toBe(404);
  });

  it("R790 has a card with four of them that can still be had", async () => {
    const { statusCode, rawPayload } = await page(`/leaving/${bundleId}/card.jpg`);
    expect(statusCode).toBe(200);
    expect(rawPayload.length).toBeLessThan(300_000);
    const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1200, 630]);
    const strongest = (x: number, y: number) => {
      const [red = 0, green = 0, blue = 0] = data.subarray((y * info.width + x) * info.channels);
      if (Math.max(red, green, blue) - Math.min(red, green, blue) < 30) return "grey";
      return red > Math.max(green, blue) ? "red" : green > blue ? "green" : "blue";
    };
    expect([
      strongest(150, 150),
      strongest(450, 150),
      strongest(150, 450),
      strongest(450, 450),
    ]).toEqual(["red", "green", "blue", "grey"]);
  });
});

describe("a poster", () => {
  it("R791 R1085 of a listing and of a bundle has a code that leads to its page", async () => {
    const origin = "http://localhost:3911";
    for (const path of [`/item/${ids[0]}`, `/leaving/${bundleId}`]) {
      const { statusCode, body } = await page(`${path}/poster`);
      expect(statusCode, path).toBe(200);
      expect(body).toContain("Red cycle");
      const address = ((await readCode(body)) ?? "").replace(origin, "");
      const { headers } = await page(address);
      expect([address.startsWith("/i/"), headers["location"] ?? address]).toEqual([
        path.startsWith("/item/"),
        path,
      ]);
    }
  });
});
