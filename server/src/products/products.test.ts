import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestMarket, type TestMarket } from "../test/market.ts";

let market: TestMarket;
let asha: Awaited<ReturnType<TestMarket["student"]>>;
let rohan: Awaited<ReturnType<TestMarket["student"]>>;

beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha", { phone: "+919812345678" });
  rohan = await market.student("Rohan");
});
afterAll(() => market.close());

const picture = (color: string) =>
  sharp({ create: { width: 480, height: 600, channels: 3, background: color } }).jpeg().toBuffer();

const cycle = {
  name: "Hero Sprint cycle",
  price: "3200",
  description: "Two years old, new brakes, rides well.",
  locationType: "On-Campus",
  address: "Gate 2, near the cycle stand",
  category: "Mobility & Transport",
  condition: "Used - Good",
};

async function formOf(fields: Record<string, string | undefined>, images = ["#336699"]): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  for (const color of images) form.append("images", new Blob([new Uint8Array(await picture(color))]), "photo.jpg");
  return form;
}

const list = async (student: typeof asha, fields: Record<string, string | undefined> = {}, images?: string[]) =>
  student.call("POST", "/api/products/create", { form: await formOf({ ...cycle, ...fields }, images) });

describe("POST /api/products/create", () => {
  it("R435 R288 R413 lists a product for the student to whom the token belongs, whatever `seller` says (Q41)", async () => {
    const { status, body } = await list(asha, { seller: rohan.userId }, ["#336699", "#993366"]);
    expect(status).toBe(201);
    expect(body).toMatchObject({ success: true, message: "Product listed successfully!" });
    expect(body.product).toMatchObject({
      name: "Hero Sprint cycle",
      price: 3200,
      category: "Mobility & Transport",
      condition: "Used - Good",
      locationType: "On-Campus",
      address: "Gate 2, near the cycle stand",
      isSold: false,
      seller: { _id: asha.userId, phone: "+919812345678" },
    });
    expect(body.product.images).toHaveLength(2);
  });

  it("R413 refuses a stranger before reading anything", async () => {
    const response = await market.stranger.call("POST", "/api/products/create", { form: await formOf(cycle) });
    expect(response.status).toBe(401);
    expect(response.body).toMatchObject({ code: "missing-token", message: "User not logged in" });
  });

  it.each(["name", "price", "description", "locationType", "address", "category", "condition"])(
    "R369-R375 R436 refuses a form without %s",
    async (field) => {
      const { status, body } = await list(asha, { [field]: undefined });
      expect(status).toBe(422);
      expect(body.code).toBe("required");
      expect(body.message).toBe("Please fill in all fields and upload at least one image.");
      expect(body.errors[0]).toMatchObject({ field });
    },
  );

  it("R376 refuses a form without a picture", async () => {
    const { status, body } = await list(asha, {}, []);
    expect([status, body.code]).toEqual([422, "image-required"]);
    expect(body.message).toBe("Please fill in all fields and upload at least one image.");
  });

  it.each(["0", "-5", "NaN", "Infinity", "1e9", "0x10", "1,000", "१००", "12abc", "10.999"])(
    "R377 R378 refuses the price %s",
    async (price) => {
      const { status, body } = await list(asha, { price });
      expect([status, body.code]).toEqual([422, "invalid-price"]);
      expect(body.message).toBe("Price must be greater than zero.");
    },
  );

  it("Q04 takes two decimals and at most ten lakh rupees", async () => {
    expect((await list(asha, { price: "49.50" })).body.product.price).toBe(49.5);
    expect((await list(asha, { price: "1000000.01" })).body.code).toBe("price-too-high");
  });

  it.each([
    ["category", "Cars"],
    ["condition", "Broken"],
    ["locationType", "Mars"],
  ])("R292-R303 D03 refuses an unknown %s", async (field, value) => {
    const { status, body } = await list(asha, { [field]: value });
    expect([status, body.code]).toEqual([422, "invalid-enum"]);
  });

  it("R380 R506 refuses a sixth picture", async () => {
    const colors = ["#100000", "#200000", "#300000", "#400000", "#500000", "#600000"];
    const { status, body } = await list(asha, {}, colors);
    expect([status, body.code]).toEqual([422, "too-many-images"]);
    expect(body.message).toBe("You can upload a maximum of 5 images.");
  });

  it("R381 D06 refuses a text that calls itself a picture", async () => {
    const form = await formOf(cycle, []);
    form.append("images", new Blob(["hello"], { type: "image/png" }), "photo.png");
    const { status, body } = await asha.call("POST", "/api/products/create", { form });
    expect([status, body.code]).toEqual([422, "not-an-image"]);
  });

  it("D04 refuses texts that are too long", async () => {
    const { status, body } = await list(asha, { name: "n".repeat(101) });
    expect([status, body.code]).toEqual([422, "field-too-long"]);
  });

  it("D05 keeps text as it was written", async () => {
    const name = `<img src=x onerror=alert(1)> {{7*7}} \${7*7}`;
    expect((await list(asha, { name })).body.product.name).toBe(name);
  });

  it("D26 P8 answers a repeated Idempotency-Key with the first product, also in parallel", async () => {
    const priya = await market.student("Priya");
    const form = await formOf(cycle);
    const headers = { "idempotency-key": "listing-of-priya-1" };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => priya.call("POST", "/api/products/create", { form, headers })),
    );
    expect(new Set(answers.map(({ body }) => body.product._id)).size).toBe(1);
    expect((await priya.get("/api/products/user")).body.products).toHaveLength(1);
    const other = await priya.call("POST", "/api/products/create", {
      form: await formOf({ ...cycle, name: "Another" }),
      headers,
    });
    expect([other.status, other.body.code]).toEqual([422, "key-reused"]);
  });
});

describe("lists", () => {
  it("R428 R431 R270-R281 Q38 Q39 show every field, and nobody's phone or address", async () => {
    const response = await market.stranger.get("/api/products/filter?category=Mobility+%26+Transport");
    expect(response.status).toBe(200);
    expect(response.body[0]).toMatchObject({ seller: { _id: expect.any(String), phone: null }, address: null });
    expect(response.text).not.toContain("9812345678");
    expect((await market.stranger.get("/api/products")).text).not.toMatch(/98123|Gate 2/);
  });

  it("R429 Q43 R304-R308 filters by every field, both ends of a price band included", async () => {
    const imran = await market.student("Imran");
    for (const price of ["100", "500", "2000", "60000"]) {
      await list(imran, { price, category: "Health & Fitness", condition: "New", locationType: "nearby" });
    }
    const prices = async (query: string) => {
      const { body } = await market.stranger.get(`/api/products/filter?category=Health+%26+Fitness&${query}`);
      return (body as { price: number }[]).map(({ price }) => price).sort((a, b) => a - b);
    };
    expect(await prices("priceRange=0-100")).toEqual([100]);
    expect(await prices("priceRange=100-500")).toEqual([100, 500]);
    expect(await prices("priceRange=1000-2000")).toEqual([2000]);
    expect(await prices("priceRange=2000-5000%2B")).toEqual([2000, 60000]);
    expect(await prices("priceRange=2000-5000+")).toEqual([2000, 60000]);
    expect(await prices("condition=New&locationType=nearby&priceRange=")).toHaveLength(4);
    expect(await prices("condition=Like+New")).toEqual([]);
    expect(await prices("sort=price-high&limit=2")).toEqual([2000, 60000]);
  });

  it.each(["category=Cars", "category=a&category=b", "category[]=x", "priceRange=0-100' OR 1=1--", "limit=0", "what=ever"])(
    "D03 refuses %s",
    async (query) => {
      const { status, body } = await market.stranger.get(`/api/products/filter?${query}`);
      expect([status, body.code]).toEqual([400, "invalid-filter"]);
    },
  );

  it.each(["", "&sort=price-low", "&sort=price-high", "&sort=newest"])(
    "Q56 walks all pages by their Link headers, each product once (order%s)",
    async (sort) => {
      const seen: string[] = [];
      let next: string | undefined = `/api/products/filter?limit=3${sort}`;
      while (next) {
        const { body, headers } = await market.stranger.get(next);
        seen.push(...(body as { _id: string }[]).map(({ _id }) => _id));
        next = /<([^>]+)>; rel="next"/.exec(headers["link"] ?? "")?.[1];
      }
      const all = (await market.stranger.get("/api/products/filter?limit=60")).body as { _id: string }[];
      expect(new Set(seen).size).toBe(seen.length);
      expect([...seen].sort()).toEqual(all.map(({ _id }) => _id).sort());
    },
  );

  it.each(["x", "a.b.c.d", `${"0".repeat(36)}.1.0.AAAAAAAAAAAA`])("Q56 refuses the cursor %s", async (cursor) => {
    const { status, body } = await market.stranger.get(`/api/products?cursor=${cursor}`);
    expect([status, body.code]).toEqual([400, "invalid-cursor"]);
  });

  it("R095 R098 gives eight different unsold products at random, and the eight newest", async () => {
    const random = (await market.stranger.get("/api/products?sort=random&limit=8")).body as { _id: string }[];
    expect(new Set(random.map(({ _id }) => _id)).size).toBe(8);
    const newest = (await market.stranger.get("/api/products?sort=newest&limit=8")).body as { createdAt: string }[];
    expect(newest).toHaveLength(8);
    expect(newest.map(({ createdAt }) => createdAt)).toEqual(newest.map(({ createdAt }) => createdAt).sort().reverse());
  });
});

describe("GET /api/products/{productId}", () => {
  it("R434 gives a signed-in student the seller's phone and address", async () => {
    const { body } = await list(asha);
    const { status, body: read } = await rohan.get(`/api/products/${body.product._id}`);
    expect(status).toBe(200);
    expect(read.product).toMatchObject({ seller: { phone: "+919812345678" }, address: "Gate 2, near the cycle stand" });
    expect((await market.stranger.get(`/api/products/${body.product._id}`)).status).toBe(401);
  });

  it.each(["1", "..%2Fuser", "01994e50-0000-7000-8000-000000000000", "{01994e50-0000-7000-8000-000000000000}"])(
    "answers the id %s like any absent one",
    async (id) => {
      const { status, body } = await rohan.get(`/api/products/${id}`);
      expect([status, body.code]).toEqual([404, "product-not-found"]);
    },
  );

  it("D10 Q38 counts a listing once a day, refuses the ninth within a minute, exactly under parallel reads", async () => {
    const neha = await market.student("Neha");
    const seller = await market.student("Farhan");
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) ids.push((await list(seller, { name: `Thing ${n}` })).body.product._id);
    const answers = await Promise.all([...ids, ...ids].map((id) => neha.get(`/api/products/${id}`)));
    const revealed = ids.filter((id, n) => answers[n]?.status === 200 || answers[n + 12]?.status === 200);
    expect(revealed).toHaveLength(8);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused?.status).toBe(429);
    expect(refused?.body.code).toBe("contact-limit");
    expect(refused?.headers["retry-after"]).toBe("60");
    expect((await neha.get(`/api/products/${revealed[0]}`)).status).toBe(200);
    for (const id of ids) expect((await seller.get(`/api/products/${id}`)).status).toBe(200);
  });
});

describe("PUT /api/products/{productId}", () => {
  const edit = async (student: typeof asha, id: string, fields: Record<string, string | undefined>, images: string[] = [], headers = {}) =>
    student.call("PUT", `/api/products/${id}`, { form: await formOf({ ...cycle, ...fields }, images), headers });

  it("R437-R440 keeps, drops and adds pictures in the order asked for", async () => {
    const { product } = (await list(asha, {}, ["#110000", "#220000", "#330000"])).body;
    const kept = [product.images[2].url, product.images[0].url];
    const fields = { name: "Cycle, repainted", existingImages: JSON.stringify(kept) };
    const { status, body } = await edit(asha, product._id, fields, ["#440000"]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, message: "Product updated successfully!" });
    expect(body.product.name).toBe("Cycle, repainted");
    expect(body.product.images.map(({ url }: { url: string }) => url).slice(0, 2)).toEqual(kept);
    expect(body.product.images).toHaveLength(3);
  });

  it("R416 D02 answers 404 for somebody else's product, and changes nothing", async () => {
    const { product } = (await list(asha)).body;
    expect((await edit(rohan, product._id, { name: "Mine now" })).status).toBe(404);
    expect((await rohan.call("PUT", `/api/products/${product._id}/toggle-sold`, { json: {} })).status).toBe(404);
    expect((await rohan.call("DELETE", `/api/products/${product._id}`)).status).toBe(404);
    expect((await asha.get(`/api/products/${product._id}`)).body.product).toMatchObject({ name: cycle.name, isSold: false });
  });

  it.each([
    ["name", "Product name is required"],
    ["price", "Price is required"],
    ["description", "Description is required"],
    ["address", "Address is required"],
    ["locationType", "Location type is required"],
    ["category", "Category is required"],
    ["condition", "Condition is required"],
  ])("R395-R401 refuses an edit without %s", async (field, message) => {
    const editor = await market.student(`Editor-${field}`);
    const { product } = (await list(editor)).body;
    const { status, body } = await edit(editor, product._id, { [field]: "" });
    expect([status, body.code, body.message]).toEqual([422, "required", message]);
    expect(body.errors).toEqual([{ field, message }]);
  });

  it.each([
    ["abc", "Price must be a number"],
    ["0", "Price must be greater than zero."],
  ])("R402 Q52 refuses the price %s", async (price, message) => {
    const editor = await market.student(`Editor-of-price-${price}`);
    const { product } = (await list(editor)).body;
    const { status, body } = await edit(editor, product._id, { price });
    expect([status, body.code, body.message]).toEqual([422, "invalid-price", message]);
  });

  it("R403 R404 refuses no picture and more than five", async () => {
    const editor = await market.student("Editor-of-pictures");
    const { product } = (await list(editor, {}, ["#110000", "#220000", "#330000"])).body;
    const none = await edit(editor, product._id, { existingImages: "[]" });
    expect([none.status, none.body.message]).toEqual([422, "Please upload at least one image"]);
    const six = await edit(editor, product._id, {}, ["#440000", "#550000", "#660000"]);
    expect([six.status, six.body.message]).toEqual([422, "Maximum 5 images allowed (you have 6)"]);
  });

  it("Q58 refuses pictures of another product and addresses from elsewhere", async () => {
    const { product } = (await list(asha)).body;
    const other = (await list(rohan)).body.product;
    for (const url of [other.images[0].url, "https://evil.example/x.jpg", "javascript:alert(1)"]) {
      const { status, body } = await edit(asha, product._id, { existingImages: JSON.stringify([url]) });
      expect([status, body.code]).toEqual([422, "foreign-image"]);
    }
    expect((await edit(asha, product._id, { existingImages: "{not json" })).body.code).toBe("invalid-json");
  });

  it("D09 refuses an edit made from an older version", async () => {
    const { product } = (await list(asha)).body;
    expect((await edit(asha, product._id, { name: "First" }, [], { "if-match": `"${product.version}"` })).status).toBe(200);
    const late = await edit(asha, product._id, { name: "Second" }, [], { "if-match": `"${product.version}"` });
    expect([late.status, late.body.code]).toEqual([412, "stale-product"]);
  });
});

describe("toggle-sold, delete and click", () => {
  it("R441 R481 R482 Q59 flips without a body, also under a JSON content type, and sets what is asked", async () => {
    const { product } = (await list(asha)).body;
    const path = `/api/products/${product._id}/toggle-sold`;
    const flipped = await asha.call("PUT", path, { headers: { "content-type": "application/json" } });
    expect(flipped.body).toEqual({ success: true, message: "Product marked as sold", isSold: true });
    const set = await asha.call("PUT", path, { json: { isSold: false } });
    expect(set.body).toEqual({ success: true, message: "Product marked as unsold", isSold: false });
    const again = await asha.call("PUT", path, { json: { isSold: false } });
    expect(again.body.isSold).toBe(false);
    expect((await asha.call("PUT", path, { json: { isSold: "yes" } })).status).toBe(422);
  });

  it("R442 R484 deletes a product once, with an empty JSON body too", async () => {
    const { product } = (await list(asha)).body;
    const headers = { "content-type": "application/json" };
    const first = await asha.call("DELETE", `/api/products/${product._id}`, { headers });
    expect([first.status, first.body.message]).toEqual([200, "Product deleted successfully!"]);
    expect((await asha.call("DELETE", `/api/products/${product._id}`, { headers })).status).toBe(404);
    expect((await rohan.get(`/api/products/${product._id}`)).status).toBe(404);
  });

  it("R443 Q60 takes a click of anybody with an empty JSON body, and tells nothing of absent products", async () => {
    const { product } = (await list(asha)).body;
    const headers = { "content-type": "application/json" };
    for (const id of [product._id, "01994e50-0000-7000-8000-000000000000"]) {
      expect((await market.stranger.call("POST", `/api/products/${id}/click`, { headers })).status).toBe(204);
    }
  });

  it("D17 refuses a write from another site", async () => {
    const { product } = (await list(asha)).body;
    const headers = { origin: "https://evil.example" };
    const { status, body } = await asha.call("PUT", `/api/products/${product._id}/toggle-sold`, { headers });
    expect([status, body.code]).toEqual([403, "foreign-origin"]);
  });
});

describe("limits", () => {
  it("D12 refuses the listing after the last allowed one, exactly, in parallel too", async () => {
    const small = await openTestMarket({ LIMITS_ACTIVE_LISTINGS: "3", LIMITS_NEW_LISTINGS_PER_DAY: "5" });
    try {
      const kavya = await small.student("Kavya");
      const answers = await Promise.all(Array.from({ length: 6 }, () => list(kavya)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
      expect(answers.find(({ status }) => status !== 201)?.body.code).toBe("listing-quota");
    } finally {
      await small.close();
    }
  });
});
