import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { fillWithListings } from "../development/demo-bulk.ts";

let market: TestMarket;
let asha: TestStudent;

beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha", { phone: "+919812345678" });
  for (let price = 2500; price < 2509; price++)
    await list(asha, { price: String(price) }, undefined, 480);
});
afterAll(() => market.close());

describe("lists", () => {
  type Listed = { _id: string; name: string; price: number; createdAt: string };

  it.each<[string, string, unknown]>([
    ["R270", "_id", expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)],
    ["R271", "name", "Hero Sprint cycle"],
    ["R272", "price", 2508],
    ["R273", "description", "Two years old, new brakes, rides well."],
    ["R275", "createdAt", expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)],
    ["R277", "isSold", false],
    ["R278", "category", "Mobility & Transport"],
    ["R279", "condition", "Used - Good"],
    ["R280", "locationType", "On-Campus"],
    ["R281", "address", null],
  ])("%s show the %s of a product", async (_, field, value) => {
    for (const path of ["/api/products?limit=1", "/api/products/filter?limit=1"]) {
      const [product] = (await market.stranger.get(path)).body;
      expect(product[field]).toEqual(value);
    }
  });

  it("R428 R431 Q38 Q39 show every field, and no phone or address", async () => {
    const response = await market.stranger.get(
      "/api/products/filter?category=Mobility+%26+Transport",
    );
    expect(response.status).toBe(200);
    expect(response.body[0]).toMatchObject({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Hero Sprint cycle",
      price: 2508,
      description: "Two years old, new brakes, rides well.",
      images: [{ url: expect.stringMatching(/^\/photos\//) }],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      seller: { _id: asha.userId, phone: null },
      isSold: false,
      category: "Mobility & Transport",
      condition: "Used - Good",
      locationType: "On-Campus",
      address: null,
    });
    for (const reader of [market.stranger, asha])
      for (const path of ["/api/products", "/api/products/filter?limit=60"]) {
        const { body, text } = await reader.get(path);
        expect(body).toHaveLength(9);
        expect(body.every((product: object) => "address" in product)).toBe(true);
        expect(text).not.toMatch(/98123|Gate 2/);
      }
  });

  it("R274 Q37 show every photo with its sizes, its likeness, and files that are there", async () => {
    const [product] = (await market.stranger.get("/api/products?limit=1")).body;
    const [image] = product.images;
    expect(image).toMatchObject({
      width: 480,
      height: 600,
      thumbhash: expect.stringMatching(/^[\w+/]{20,40}=*$/),
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
    expect(image.sources).toEqual(
      [320, 480].map((width) => ({
        type: "image/webp",
        width,
        url: expect.stringMatching(/^\/photos\/[\w-]+\.webp$/),
      })),
    );
    for (const url of [image.url, ...image.sources.map((source: { url: string }) => source.url)]) {
      const photo = await market.stranger.get(url);
      expect([photo.status, photo.headers["content-type"]]).toEqual([200, "image/webp"]);
    }
  });

  it("R429 Q43 filters by every field, both ends of a price band included", async () => {
    const imran = await market.student("Imran");
    for (const price of ["100", "500", "2000", "60000"]) {
      await list(imran, {
        price,
        category: "Health & Fitness",
        condition: "New",
        locationType: "nearby",
      });
    }
    const prices = async (query: string) => {
      const { body } = await market.stranger.get(
        `/api/products/filter?category=Health+%26+Fitness&${query}`,
      );
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

  it.each([
    "category=Cars",
    "category=a&category=b",
    "category[]=x",
    "priceRange=0-100' OR 1=1--",
    "category[$ne]=x",
    "category.x=1",
    Array.from({ length: 200 }, (_, n) => `x${n}=1`).join("&"),
    "limit=0",
  ])("D03 refuses %s", async (query) => {
    const { status, body } = await market.stranger.get(`/api/products/filter?${query}`);
    expect([status, body.code]).toEqual([400, "invalid-filter"]);
  });

  it("R1098 ignores other parameters, as chats add them to an address", async () => {
    const narrow = "/api/products/filter?category=Health+%26+Fitness&sort=newest";
    const plain = await market.stranger.get(narrow);
    for (const other of [
      "utm_source=chat",
      "what=ever&fbclid=1",
      "constructor=1",
      "x[]=1&__proto__=2",
    ]) {
      const { status, body } = await market.stranger.get(`${narrow}&${other}`);
      expect([status, body], other).toEqual([200, plain.body]);
    }
  });

  it("R1241 the list of all ignores other parameters too, but not those of the filter", async () => {
    const list = "/api/products?limit=60&sort=newest";
    const plain = await market.stranger.get(list);
    for (const other of ["utm_source=chat", "_=1&fbclid=1", "constructor=1", "x[]=1&__proto__=2"]) {
      const { status, body } = await market.stranger.get(`${list}&${other}`);
      expect([status, body], other).toEqual([200, plain.body]);
    }
    expect((await market.stranger.get("/api/products?utm_source=chat")).body).toEqual(
      (await market.stranger.get("/api/products")).body,
    );
    for (const wrong of [
      "category=Tech+%26+Accessories",
      "q=cycle",
      "priceRange=0-100",
      "limit[$gt]=1",
      "sort.x=1",
      "category[$ne]=x",
      "sort=price-low",
      Array.from({ length: 200 }, (_, n) => `x${n}=1`).join("&"),
    ]) {
      const { status, body } = await market.stranger.get(`/api/products?${wrong}`);
      expect([wrong, status, body.code]).toEqual([wrong, 400, "invalid-filter"]);
    }
  });

  const orders = ["", "&sort=price-low", "&sort=price-high", "&sort=newest"];
  const narrow = "&category=Tech+%26+Accessories";
  it.each([...orders, ...orders.map((order) => order + narrow)])(
    "Q56 reads all pages by their Link headers, each product once (order%s)",
    async (sort) => {
      const seen: string[] = [];
      let next: string | undefined = `/api/products/filter?limit=3${sort}`;
      while (next) {
        const { body, headers } = await market.stranger.get(next);
        seen.push(...(body as { _id: string }[]).map(({ _id }) => _id));
        next = /<([^>]+)>; rel="next"/.exec(headers["link"] ?? "")?.[1];
      }
      const whole = await market.stranger.get(`/api/products/filter?limit=60${sort}`);
      const all = whole.body as { _id: string }[];
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toEqual(all.map(({ _id }) => _id));
    },
  );

  it.each(["x", "a.b.c.d", `${"0".repeat(36)}.1.0.AAAAAAAAAAAA`])(
    "Q56 refuses the cursor %s",
    async (cursor) => {
      const { status, body } = await market.stranger.get(`/api/products?cursor=${cursor}`);
      expect([status, body.code]).toEqual([400, "invalid-cursor"]);
    },
  );

  it.each([
    ["price-low", "Kabir"],
    ["price-high", "Neha"],
  ])(
    "R923 Q56 equal prices are in the same order with and without a search text, page by page (%s)",
    async (sort, name) => {
      const seller = await market.student(name);
      for (const price of ["640", "650", "650", "650", "660"])
        await list(seller, { name: `Bookend ${sort}`, price, category: "Study Essentials" });
      const idsOf = async (query: string) => {
        const ids: string[] = [];
        let next: string | undefined = `/api/products/filter?sort=${sort}&limit=2${query}`;
        while (next) {
          const { body, headers } = await market.stranger.get(next);
          const named = (body as Listed[]).filter(({ name }) => name === `Bookend ${sort}`);
          ids.push(...named.map(({ _id }) => _id));
          next = /<([^>]+)>; rel="next"/.exec(headers["link"] ?? "")?.[1];
        }
        return ids;
      };
      const listed = await idsOf("&category=Study+Essentials");
      expect(new Set(listed).size).toBe(5);
      expect(await idsOf("&q=bookend")).toEqual(listed);
      expect(await idsOf("&q=bookend&category=Study+Essentials")).toEqual(listed);
    },
  );

  it.each(["/api/products?limit=2&cursor=", "/api/products/filter?limit=2&cursor="])(
    "Q56 takes an empty cursor for none: %s",
    async (path) => {
      const { status, body } = await market.stranger.get(path);
      expect(status).toBe(200);
      expect(body).toEqual((await market.stranger.get(path.replace("&cursor=", ""))).body);
    },
  );

  const eight = async (sort: string): Promise<Listed[]> =>
    (await market.stranger.get(`/api/products?sort=${sort}&limit=8`)).body;

  it("R095 R447 gives eight different products at random", async () => {
    const draws = await Promise.all(Array.from({ length: 8 }, () => eight("random")));
    const ids = draws.map((draw) => draw.map(({ _id }) => _id));
    for (const draw of ids) expect(new Set(draw).size).toBe(8);
    expect(new Set(ids.map(String)).size).toBeGreaterThan(1);
  });

  it("R098 R448 gives the eight newest products, newest first", async () => {
    for (const price of ["3001", "3002", "3003"]) await list(asha, { price });
    const newest = await eight("newest");
    expect(newest).toHaveLength(8);
    expect(newest.slice(0, 3).map(({ price }) => price)).toEqual([3003, 3002, 3001]);
    const times = newest.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });
});

describe("lists of more listings than one answer holds", () => {
  type Listed = { isSold: boolean; createdAt: string };
  const read = async (path: string): Promise<Listed[]> => (await market.stranger.get(path)).body;

  beforeAll(async () => {
    await fillWithListings({ db: market.owner, count: 150, seed: 1, log: () => {} });
    // Listed over HTTP, so that the cached lists are rebuilt.
    await list(asha, { price: "4000" });
  });

  it("R428 Q56 the plain one answers the newest hundred, unsold ones first", async () => {
    await expect.poll(() => read("/api/products")).toHaveLength(100);
    const products = await read("/api/products");
    const unsold = products.filter(({ isSold }) => !isSold);
    expect(products.slice(0, unsold.length)).toEqual(unsold);
    const times = unsold.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(await read("/api/products?limit=1000")).toHaveLength(100);
  });

  it("R709 the first page of a filter counts up to 120, if more follow", async () => {
    const count = async (query: string) => {
      const { body, headers } = await market.stranger.get(`/api/products/filter?${query}`);
      return [body.length as number, headers["x-total-count"]];
    };
    await expect.poll(() => count("")).toEqual([24, "121"]);
    const all: string[] = [];
    const totals: unknown[] = [];
    let next: string | undefined = "/api/products/filter?category=Room+%26+Living";
    while (next) {
      const { body, headers } = await market.stranger.get(next);
      totals.push(headers["x-total-count"]);
      all.push(...(body as { _id: string }[]).map(({ _id }) => _id));
      next = /<([^>]+)>; rel="next"/.exec(headers["link"] ?? "")?.[1];
    }
    expect(all.length).toBeGreaterThan(24);
    expect(totals).toEqual([String(all.length), ...totals.slice(1).map(() => undefined)]);
    expect(await count("category=Room+%26+Living")).toEqual([24, String(all.length)]);
    expect(await count("category=Room+%26+Living&sort=price-low")).toEqual([
      24,
      String(all.length),
    ]);
    expect(await count("category=Room+%26+Living&limit=60")).toEqual([all.length, undefined]);
    expect(await count("q=living")).toEqual([24, String(all.length)]);
    await list(asha, { category: "Room & Living" });
    expect(await count("category=Room+%26+Living")).toEqual([24, String(all.length + 1)]);
  });

  it("R429 Q56 the filtered one answers 24, and up to 60 on request", async () => {
    await expect.poll(() => read("/api/products/filter")).toHaveLength(24);
    expect(await read("/api/products/filter?limit=60")).toHaveLength(60);
    expect(await read("/api/products/filter?limit=61")).toHaveLength(60);
  });
});
