import sharp from "sharp";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cycle, list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let asha: TestStudent;

beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha");
});
afterAll(() => market.close());

/** A photo that does not compress. */
async function noisyForm(name: string): Promise<FormData> {
  const form = new FormData();
  for (const [field, value] of Object.entries({ ...cycle, name })) form.append(field, value);
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const bytes = await sharp({
    create: { width: 1280, height: 1600, channels: 3, noise, background: "#000" },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  form.append("images", new Blob([new Uint8Array(bytes)]), "photo.jpg");
  return form;
}

const listed = async (fields: Record<string, string> = {}): Promise<string> =>
  (await list(asha, fields, ["#2f7d4f"])).body.product._id;

/** The picture as a messenger gets it, and its metadata. */
async function card(productId: string, query = "") {
  const { statusCode, headers, rawPayload } = await market.app.inject({
    url: `/item/${productId}/card.jpg${query}`,
  });
  if (statusCode !== 200) return { status: statusCode, headers, bytes: 0, pixels: Buffer.alloc(0) };
  const { format, width, height } = await sharp(rawPayload).metadata();
  expect({ format, width, height }).toEqual({ format: "jpeg", width: 1200, height: 630 });
  const pixels = await sharp(rawPayload).raw().toBuffer();
  return { status: statusCode, headers, bytes: rawPayload.length, pixels };
}

/** How many of the pixels in this part of the card are dark: those of its letters. */
function ink(pixels: Buffer, top: number, bottom: number, left = 640, right = 1200): number {
  let dark = 0;
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) if ((pixels[(y * 1200 + x) * 3] ?? 255) < 90) dark += 1;
  return dark;
}
const colorAt = (pixels: Buffer, x: number, y: number) => [
  ...pixels.subarray((y * 1200 + x) * 3, (y * 1200 + x) * 3 + 3),
];

describe("the preview card of a product", () => {
  it("is a JPEG of 1200 × 630 under 300 KB with photo, price and name", async () => {
    const { status, headers, bytes, pixels } = await card(await listed(), "?v=1");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("image/jpeg");
    expect(bytes).toBeLessThan(300_000);
    const [red = 0, green = 0, blue = 0] = colorAt(pixels, 300, 100);
    expect(
      [Math.abs(red - 0x2f), Math.abs(green - 0x7d), Math.abs(blue - 0x4f)].every((d) => d < 12),
    ).toBe(true);
    expect(ink(pixels, 100, 190)).toBeGreaterThan(1000);
    expect(ink(pixels, 235, 300)).toBeGreaterThan(1000);
  });

  it("stays under 300 KB for the noisiest photo", async () => {
    const { body } = await asha.call("POST", "/api/products/create", {
      form: await noisyForm("Noise"),
    });
    const { status, bytes } = await card(body.product._id);
    expect(status).toBe(200);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(300_000);
  });

  it("is revalidated each time, so that no proxy goes on showing a hidden listing", async () => {
    const productId = await listed();
    for (const query of ["?v=1", "", "?v=0"])
      expect((await card(productId, query)).headers["cache-control"]).toBe("public, no-cache");
    const { headers } = await card(productId, "?v=1");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cross-origin-resource-policy": "cross-origin",
    });
    const again = await market.stranger.get(`/item/${productId}/card.jpg?v=1`, {
      "if-none-match": String(headers["etag"]),
    });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  it("Q47 says Sold once the product is", async () => {
    const productId = await listed();
    const before = await card(productId, "?v=1");
    await asha.call("PUT", `/api/products/${productId}/toggle-sold`, { json: { isSold: true } });
    const { status, bytes, pixels } = await card(productId, "?v=2");
    expect(status).toBe(200);
    expect(bytes).toBeLessThan(300_000);
    expect(colorAt(pixels, 20, 310)).not.toEqual(colorAt(before.pixels, 20, 310));
    const [red = 0, green = 0, blue = 0] = colorAt(pixels, 20, 310);
    expect([red, green, blue].every((part) => part < 90)).toBe(true);
  });

  it("D19 is not found for a deleted product, one of a suspended seller, and none", async () => {
    const [deleted, suspended] = [await listed(), await listed()];
    expect((await card(deleted)).status).toBe(200);
    expect((await card(suspended)).status).toBe(200);
    await asha.call("DELETE", `/api/products/${deleted}`);
    await market.parts.db.query(
      sql`update users set suspended_at = now() where id = ${asha.userId}`,
    );
    for (const productId of [deleted, suspended, "01994e50-0000-7000-8000-000000000000", "cycle"]) {
      const { status, headers, body } = await market.stranger.get(
        `/item/${productId}/card.jpg?v=1`,
      );
      expect([productId, status, body.code]).toEqual([productId, 404, "product-not-found"]);
      expect(headers["cache-control"]).toBe("no-store");
    }
    await market.parts.db.query(
      sql`update users set suspended_at = null where id = ${asha.userId}`,
    );
  });

  it.each([
    ["letters that the font lacks", "Cycle 🚲 साइकिल é Łódź"],
    ["nothing but such letters", "साइकिल"],
    ["a hundred letters without a space", "W".repeat(100)],
    [
      "a long name",
      "Barely used engineering drawing board with mini drafter, clips and carrying case, first year set",
    ],
    ["markup", '</svg><image href="http://x"/>&amp;'],
  ])("draws %s", async (_what, name) => {
    const { status, pixels } = await card(await listed({ name, price: "999999.99" }));
    expect(status).toBe(200);
    // The margins stay empty: nothing is cut off.
    for (let y = 0; y < 630; y += 7)
      for (const x of [612, 630, 1180])
        expect(colorAt(pixels, x, y).every((part) => part > 225)).toBe(true);
  });

  it("draws every letter whole", async () => {
    const { pixels } = await card(await listed({ name: "yyyyyyyyyyyyyyyyy" }));
    const dark = [0, 1, 2, 3].map((part) =>
      ink(pixels, 235, 300, 660 + part * 100, 760 + part * 100),
    );
    expect(Math.min(...dark)).toBeGreaterThan(Math.max(...dark) * 0.8);
  });

  it("is made once for all concurrent requests", async () => {
    const productId = await listed();
    const cards = await Promise.all([card(productId), card(productId), card(productId)]);
    expect(cards.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});
