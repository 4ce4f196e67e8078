import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cycle, formOf, list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

const untilMidnight = () => 86_400 - (Math.floor(Date.now() / 1000) % 86_400);

describe("what a student may do in a day", () => {
  let market: TestMarket;
  let asha: TestStudent;

  beforeAll(async () => {
    market = await openTestMarket({
      LIMITS_NEW_LISTINGS_PER_DAY: "3",
      LIMITS_ACTIVE_LISTINGS: "100",
      LIMITS_EDITS_PER_DAY: "3",
      LIMITS_CONTACTS_PER_MINUTE: "1000",
    });
    asha = await market.student("Asha");
  });
  afterAll(() => market.close());

  it("D12 ends with the last new listing of the day, and deleting or selling one gives none back", async () => {
    const first = (await list(asha)).body.product._id;
    const second = (await list(asha)).body.product._id;
    expect((await list(asha, { price: "0" })).status).toBe(422);
    await asha.call("DELETE", `/api/products/${first}`);
    await asha.call("PUT", `/api/products/${second}/toggle-sold`, { json: { isSold: true } });
    expect((await list(asha)).status).toBe(201);

    const { status, body, headers } = await list(asha);
    expect([status, body.code]).toEqual([429, "listing-quota"]);
    expect(body.message).toBe("You have reached the number of items for now.");
    expect(Math.abs(Number(headers["retry-after"]) - untilMidnight())).toBeLessThan(60);
    expect((await asha.get("/api/products/user")).body.products).toHaveLength(2);
    expect((await list(await market.student("Rohan"))).status).toBe(201);
  });

  it.each([
    [
      "an edit",
      async (student: TestStudent, path: string) =>
        student.call("PUT", path, { form: await formOf({ ...cycle, name: "One too many" }, []) }),
    ],
    [
      "marking it sold",
      (student: TestStudent, path: string) =>
        student.call("PUT", `${path}/toggle-sold`, { json: { isSold: true } }),
    ],
  ])(
    "D12 counts edits and sold marks together, and after the last refuses %s",
    async (what, change) => {
      const priya = await market.student(`Priya-${what.length}`);
      const { product } = (await list(priya)).body;
      const path = `/api/products/${product._id}`;
      const form = await formOf({ ...cycle, name: "Edited" }, []);
      expect((await priya.call("PUT", path, { form })).status).toBe(200);
      for (const isSold of [true, false])
        expect((await priya.call("PUT", `${path}/toggle-sold`, { json: { isSold } })).status).toBe(
          200,
        );

      const { status, body, headers } = await change(priya, path);
      expect([status, body.code]).toEqual([429, "edit-quota"]);
      expect(body.message).toBe("That's a lot of changes for one day. Please continue tomorrow.");
      expect(Math.abs(Number(headers["retry-after"]) - untilMidnight())).toBeLessThan(60);
      expect((await priya.get(path)).body.product).toMatchObject({
        name: "Edited",
        isSold: false,
        version: 4,
      });
    },
  );

  it("D10 shows the fortieth contact of a day, refuses the forty-first, and still shows the forty", async () => {
    const seller = await market.student("Farhan", { phone: "+919812345678" });
    const { product } = (await list(seller)).body;
    const copies = await market.parts.db.query<{ id: string }>(sql`
      insert into products (id, seller_id, name, price_paise, description, address, location_type, category, condition)
      select gen_random_uuid(), seller_id, name, price_paise, description, address, location_type, category, condition
      from products, generate_series(1, 40) where id = ${product._id} returning id`);
    const paths = [product._id, ...copies.map(({ id }) => id)].map((id) => `/api/products/${id}`);
    const neha = await market.student("Neha");
    for (const path of paths.slice(0, 40))
      expect((await neha.get(path)).body.product.seller.phone).toBe("+919812345678");

    const { status, body, text, headers } = await neha.get(paths[40] ?? "");
    expect([status, body.code]).toEqual([429, "contact-limit"]);
    expect(body.message).toBe("You have asked for many contacts. Please try again later.");
    expect(text).not.toContain("9812345678");
    expect(Math.abs(Number(headers["retry-after"]) - untilMidnight())).toBeLessThan(60);
    expect((await neha.get(paths[39] ?? "")).status).toBe(200);
    expect((await seller.get(paths[40] ?? "")).status).toBe(200);
  });
});
