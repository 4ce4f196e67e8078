import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cycle, formOf, list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let asha: TestStudent;
let rohan: TestStudent;

beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha", { phone: "+919812345678" });
  rohan = await market.student("Rohan");
});
afterAll(() => market.close());

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

  it("R413 refuses a signed-out caller before reading anything", async () => {
    const response = await market.stranger.call("POST", "/api/products/create", {
      form: await formOf(cycle),
    });
    expect(response.status).toBe(401);
    expect(response.body).toMatchObject({ code: "missing-token", message: "User not logged in" });
  });

  it.each([
    ["R369", "name"],
    ["R370", "price"],
    ["R371", "description"],
    ["R372", "locationType"],
    ["R373", "address"],
    ["R374", "category"],
    ["R375", "condition"],
  ])("%s refuses a form without the %s", async (_, field) => {
    const { status, body } = await list(asha, { [field]: undefined });
    expect(status).toBe(422);
    expect(body.code).toBe("required");
    expect(body.message).toBe("Please fill in all fields and upload at least one image.");
    expect(body.errors[0]).toMatchObject({ field });
  });

  it("R376 R436 refuses a form without a picture", async () => {
    const { status, body } = await list(asha, {}, []);
    expect([status, body.code]).toEqual([422, "image-required"]);
    expect(body.message).toBe("Please fill in all fields and upload at least one image.");
  });

  it.each(["0", "-5", "NaN", "Infinity", "1e9", "0x10", "1,00", "₹", "१००", "12abc"])(
    "R377 R378 refuses the price %s",
    async (price) => {
      const { status, body } = await list(asha, { price });
      expect([status, body.code]).toEqual([422, "invalid-price"]);
      expect(body.message).toBe("Price must be greater than zero.");
    },
  );

  it.each(["12.555", "₹1,200.001", "0.001"])(
    "Q04 says of the price %s that it has too many decimals",
    async (price) => {
      const { status, body } = await list(asha, { price });
      expect([status, body.code]).toEqual([422, "invalid-price"]);
      expect(body.message).toBe("Please use at most two decimals in the price, such as 12.50.");
    },
  );

  it.each([
    ["1,200", 1200],
    ["₹500", 500],
    ["12.50 ", 12.5],
    ["₹ 1,00,000", 100_000],
  ])("Q04 takes the price as people write it: %s", async (price, rupees) => {
    expect((await list(asha, { price })).body.product.price).toBe(rupees);
  });

  it("Q04 takes two decimals and at most ten lakh rupees", async () => {
    expect((await list(asha, { price: "49.50" })).body.product.price).toBe(49.5);
    expect((await list(asha, { price: "1000000.01" })).body.code).toBe("price-too-high");
  });

  it.each([
    ["category", "Cars"],
    ["condition", "Broken"],
    ["locationType", "Mars"],
  ])("D03 refuses an unknown %s", async (field, value) => {
    const { status, body } = await list(asha, { [field]: value });
    expect([status, body.code]).toEqual([422, "invalid-enum"]);
  });

  it("R380 R406 R506 refuses a sixth picture", async () => {
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

  it("D51 marks a description from the description writer until it is rewritten", async () => {
    const meera = await market.student("Meera");
    const { product } = (await list(meera, { drafted: "true" })).body;
    expect(product.drafted).toBe(true);
    const shown = await market.stranger.get(`/api/items/${product._id}`);
    expect(shown.body.product.drafted).toBe(true);
    const edit = async (fields: Record<string, string>) => {
      const form = await formOf({ ...cycle, ...fields }, []);
      const answer = await meera.call("PUT", `/api/products/${product._id}`, { form });
      return answer.body.product.drafted;
    };
    expect(await edit({ price: "3000" })).toBe(true);
    expect(await edit({ description: "My own words." })).toBeUndefined();
    expect(await edit({ description: "Again by the writer.", drafted: "true" })).toBe(true);
    expect(await edit({ description: "Again by the writer.", drafted: "false" })).toBeUndefined();
    for (const drafted of [undefined, "false", "yes"])
      expect((await list(meera, { drafted })).body.product).not.toHaveProperty("drafted");
  });

  it("D26 P8 answers a repeated Idempotency-Key with the first product, also in parallel", async () => {
    const priya = await market.student("Priya");
    const form = await formOf(cycle);
    const headers = { "idempotency-key": "listing-of-priya-1" };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        priya.call("POST", "/api/products/create", { form, headers }),
      ),
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

describe("limits", () => {
  it("D12 refuses to mark unsold again past the limit, in parallel with new listings too", async () => {
    const small = await openTestMarket({ LIMITS_ACTIVE_LISTINGS: "3" });
    try {
      const ravi = await small.student("Ravi");
      const sold: string[] = [];
      for (let time = 0; time < 4; time++) {
        const { product } = (await list(ravi)).body;
        sold.push(product._id);
        await ravi.call("PUT", `/api/products/${product._id}/toggle-sold`, {
          json: { isSold: true },
        });
      }
      const unsell = (id: string, json: object) =>
        ravi.call("PUT", `/api/products/${id}/toggle-sold`, { json });
      const answers = await Promise.all([
        ...sold.map((id, nth) => unsell(id, nth % 2 === 0 ? {} : { isSold: false })),
        ...sold.map(() => list(ravi)),
      ]);
      const done = answers.filter(({ status }) => status < 300);
      expect(done).toHaveLength(3);
      for (const { status, body, headers } of answers.filter(({ status }) => status >= 300)) {
        expect([status, body.code]).toEqual([429, "listing-quota"]);
        expect(headers["retry-after"]).toBe("3600");
      }
      const own = (await ravi.get("/api/products/user")).body.products as {
        _id: string;
        isSold: boolean;
      }[];
      expect(own.filter(({ isSold }) => !isSold)).toHaveLength(3);
      // An unsold listing stays unsold, and selling is never refused.
      const active = own.find(({ isSold }) => !isSold)?._id ?? "";
      expect((await unsell(active, { isSold: false })).status).toBe(200);
      expect((await unsell(active, { isSold: true })).status).toBe(200);
      expect((await unsell(active, { isSold: false })).status).toBe(200);
    } finally {
      await small.close();
    }
  });

  it("R952 D12 counts no expired listings, and refuses to bring one back beyond the limit", async () => {
    const small = await openTestMarket({
      LIMITS_ACTIVE_LISTINGS: "2",
      LIMITS_NEW_LISTINGS_PER_DAY: "20",
    });
    try {
      const may = await small.student("May");
      const old: string[] = [];
      for (let n = 0; n < 2; n++) old.push((await list(may)).body.product._id);
      expect((await list(may)).body.code).toBe("listing-quota");
      await small.parts.db.query(sql`
        update products set expired_at = now() where seller_id = ${may.userId}`);
      for (let n = 0; n < 2; n++) expect((await list(may)).status).toBe(201);
      expect((await list(may)).body.code).toBe("listing-quota");
      const [id = "", other = ""] = old;
      const back = [
        () => may.call("POST", `/api/products/${id}/renew`),
        () => may.call("POST", `/api/products/${id}/confirm`),
        async () =>
          may.call("PUT", `/api/products/${id}`, { form: await formOf({ ...cycle }, []) }),
      ];
      for (const attempt of back) {
        const { status, body } = await attempt();
        expect([status, body.code]).toEqual([429, "listing-quota"]);
      }
      const own = async () =>
        (await may.get("/api/products/user")).body.products.filter(
          ({ expired }: { expired?: boolean }) => expired,
        ).length;
      expect(await own()).toBe(2);
      const [active] = (await may.get("/api/products/user")).body.products;
      await may.call("DELETE", `/api/products/${active._id}`);
      expect((await may.call("POST", `/api/products/${id}/renew`)).status).toBe(200);
      expect((await may.call("POST", `/api/products/${other}/renew`)).body.code).toBe(
        "listing-quota",
      );
      const undelete = () => may.call("POST", `/api/products/${active._id}/restore`);
      const refused = await undelete();
      expect([refused.status, refused.body.code]).toEqual([429, "listing-quota"]);
      expect((await may.get("/api/products/deleted")).body.products).toMatchObject([
        { _id: active._id },
      ]);
      await may.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold: true } });
      expect((await undelete()).status).toBe(200);
      await may.call("DELETE", `/api/products/${active._id}`);
      await may.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold: false } });
      // One that is active already is confirmed at the limit, too.
      expect((await may.call("POST", `/api/products/${id}/confirm`)).status).toBe(200);
    } finally {
      await small.close();
    }
  });

  it("D12 refuses the listing after the last allowed one, exactly, in parallel too", async () => {
    const small = await openTestMarket({
      LIMITS_ACTIVE_LISTINGS: "3",
      LIMITS_NEW_LISTINGS_PER_DAY: "5",
    });
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
