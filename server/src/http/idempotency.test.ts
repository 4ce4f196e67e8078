import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cycle, formOf } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let asha: TestStudent;
let rohan: TestStudent;

beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha", { phone: "+919812345678" });
  rohan = await market.student("Rohan", { phone: "+919876500000" });
});
afterAll(() => market.close());

describe("two students under one Idempotency-Key", () => {
  it("D26 each get their own listing, phone and address, and keep getting it", async () => {
    const form = await formOf(cycle);
    const headers = { "idempotency-key": "the-very-same-key" };
    const create = (student: TestStudent) =>
      student.call("POST", "/api/products/create", { form, headers });

    const first = await create(asha);
    const other = await create(rohan);
    expect([first.status, other.status]).toEqual([201, 201]);
    expect(other.text).not.toContain("9812345678");
    expect(other.body.product.seller).toEqual({ _id: rohan.userId, phone: "+919876500000" });

    expect((await create(asha)).text).toBe(first.text);
    expect((await create(rohan)).text).toBe(other.text);
    for (const student of [asha, rohan])
      expect((await student.get("/api/products/user")).body.products).toHaveLength(1);
  });

  it("each get their own photo", async () => {
    const headers = { "idempotency-key": "a-photo-of-the-same" };
    const form = new FormData();
    form.append("image", (await formOf({})).get("images") as Blob, "photo.jpg");
    const first = await asha.call("POST", "/api/photos", { form, headers });
    const other = await rohan.call("POST", "/api/photos", { form, headers });
    expect([first.status, other.status]).toEqual([201, 201]);
    expect(other.body.photo.id).not.toBe(first.body.photo.id);
    expect((await asha.call("POST", "/api/photos", { form, headers })).text).toBe(first.text);
  });

  it.each([
    ["toggle-sold", "PUT", "/toggle-sold"],
    ["delete", "DELETE", ""],
  ] as const)(
    "D02 learn nothing of the owner's %s but that it is not theirs",
    async (_, method, rest) => {
      const [product] = (await asha.get("/api/products/user")).body.products;
      const path = `/api/products/${product._id}${rest}`;
      const headers = { "idempotency-key": `one-key-for-${method}` };
      expect((await asha.call(method, path, { headers })).status).toBe(200);
      const { status, body } = await rohan.call(method, path, { headers });
      expect([status, body.code]).toEqual([404, "product-not-found"]);
      expect((await asha.call(method, path, { headers })).status).toBe(200);
    },
  );
});
