import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

const unknown = "01994e50-0000-7000-8000-000000000000";
let market: TestMarket;
let asha: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({
    PUBLIC_ORIGIN: "http://localhost:3310",
    LIMITS_NEW_LISTINGS_PER_DAY: "60",
  });
  asha = await market.student("Asha", { phone: "+919812345678" });
});
afterAll(() => market.close());

const listed = async (fields: Record<string, string> = {}): Promise<string> =>
  (await list(asha, fields)).body.product._id;
const page = (productId: string) => market.stranger.get(`/item/${productId}`);
const sell = (productId: string) =>
  asha.call("PUT", `/api/products/${productId}/toggle-sold`, { json: { isSold: true } });
const tag = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1];

describe("the page of one product", () => {
  it("Q10, Q38, Q39 shows a visitor everything but phone and address", async () => {
    const productId = await listed();
    const { status, headers, text } = await page(productId);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    for (const shown of [
      "<h1",
      "Hero Sprint cycle",
      "₹3,200",
      "Used - Good",
      "On-Campus",
      "Mobility &amp; Transport",
      "Two years old, new brakes, rides well.",
      "Chat on WhatsApp",
    ])
      expect(text).toContain(shown);
    for (const element of [/<main[\s>]/g, /<h1[\s>]/g]) expect(text.match(element)).toHaveLength(1);
    expect(text).not.toContain("9812345678");
    expect(text).not.toContain("Gate 2, near the cycle stand");
  });

  it("describes itself to messengers and search engines under absolute addresses", async () => {
    const productId = await listed();
    const { text } = await page(productId);
    const address = `http://localhost:3310/item/${productId}`;
    expect(text).toContain(`<link rel="canonical" href="${address}">`);
    expect(tag(text, "og:url")).toBe(address);
    expect(tag(text, "og:title")).toMatch(/^Hero Sprint cycle · ₹3,200 · .+ Marketplace$/);
    expect(tag(text, "og:description")).toBe(
      "Used - Good, On-Campus. Two years old, new brakes, rides well.",
    );
    expect(tag(text, "og:type")).toBe("product");
    for (const name of ["og:image", "twitter:image"])
      expect(tag(text, name)).toBe(`${address}/card.jpg?v=1`);
    expect([tag(text, "og:image:width"), tag(text, "og:image:height")]).toEqual(["1200", "630"]);
    expect(tag(text, "twitter:card")).toBe("summary_large_image");
    expect(tag(text, "robots")).toBeUndefined();
  });

  it("describes its offer with schema.org, and no text can break out of it", async () => {
    const name = "</script><script>alert(1)</script> & “lamp”";
    const { text } = await page(await listed({ name, condition: "New", price: "99.50" }));
    const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      "@context": "https://schema.org",
      "@type": "Product",
      name,
      offers: {
        "@type": "Offer",
        price: 99.5,
        priceCurrency: "INR",
        availability: "https://schema.org/InStock",
        itemCondition: "https://schema.org/NewCondition",
      },
    });
    expect(JSON.parse(json).image[0]).toMatch(/^http:\/\/localhost:3310\/photos\/.+\.webp$/);
    expect(text.match(/<script/g)).toHaveLength(3);
    expect(text).not.toContain("alert(1)</script>");
  });

  it("Q47 carries a banner and no chat once it is sold, and leaves the search engines", async () => {
    const productId = await listed();
    await page(productId);
    await sell(productId);
    await expect.poll(async () => (await page(productId)).text).toContain("has been sold");
    const { status, text } = await page(productId);
    expect(status).toBe(200);
    expect(text).not.toContain("Chat on WhatsApp");
    expect(tag(text, "robots")).toBe("noindex");
    expect(tag(text, "og:title")).toMatch(/^Sold: Hero Sprint cycle/);
    expect(text).toContain("https://schema.org/SoldOut");
  });

  it("says that the listing is gone when it was deleted, never was, or its seller is suspended (D19)", async () => {
    const [deleted, suspended] = [await listed(), await listed()];
    expect((await page(deleted)).status).toBe(200);
    await asha.call("DELETE", `/api/products/${deleted}`);
    await expect.poll(async () => (await page(deleted)).status).toBe(404);
    await market.parts.db.query(
      sql`update users set suspended_at = now() where id = ${asha.userId}`,
    );
    for (const productId of [deleted, suspended, unknown, "cycle", "%3Cb%3E"]) {
      const { status, text } = await page(productId);
      expect([productId, status]).toEqual([productId, 404]);
      expect(text).toContain("This item is no longer available");
      expect(tag(text, "robots")).toBe("noindex");
    }
    await market.parts.db.query(
      sql`update users set suspended_at = null where id = ${asha.userId}`,
    );
  });

  it("Q13 is led to from capital letters", async () => {
    const productId = await listed();
    const { status, headers } = await page(productId.toUpperCase());
    expect([status, headers["location"]]).toEqual([308, `/item/${productId}`]);
  });
});

describe("GET /api/items/{productId}", () => {
  const item = (productId: string) => market.stranger.get(`/api/items/${productId}`);

  it("Q38, Q39 answers all users, without phone and address", async () => {
    const { status, body } = await item(await listed());
    expect(status).toBe(200);
    expect(body.product).toMatchObject({ name: "Hero Sprint cycle", address: null });
    expect(body.product.seller).toEqual({ _id: asha.userId, phone: null });
  });

  it("finds eight unsold items of the same category, nearest in price first", async () => {
    const category = "Health & Fitness";
    const prices = [100, 200, 300, 400, 480, 510, 600, 700, 800, 5000];
    for (const price of prices) await listed({ category, price: `${price}` });
    await listed({ category: "Room & Living", price: "500" });
    await sell(await listed({ category, price: "501" }));
    const { body } = await item(await listed({ category, price: "500" }));
    const found = body.similar.map(({ price }: { price: number }) => price);
    expect(found).toHaveLength(8);
    expect(found.slice(0, 4)).toEqual([510, 480, 600, 400]);
    expect(found).not.toContain(5000);
  });

  it("refuses absent products and malformed ids", async () => {
    for (const productId of [unknown, "cycle"]) {
      const { status, body } = await item(productId);
      expect([status, body.code, body.message]).toEqual([
        404,
        "product-not-found",
        "Product not found",
      ]);
    }
  });
});
