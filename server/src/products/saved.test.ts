import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let asha: TestStudent;
let rohan: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({ LIMITS_ACTIVE_LISTINGS: "300" });
  asha = await market.student("Asha", { phone: "+919812345678" });
  rohan = await market.student("Rohan");
});
afterAll(() => market.close());

const listed = async (name: string) => (await list(asha, { name })).body.product._id as string;
const save = (student: TestStudent, id: string) => student.call("PUT", `/api/saved/${id}`);
const unsave = (student: TestStudent, id: string) => student.call("DELETE", `/api/saved/${id}`);
const savedBy = async (student: TestStudent) =>
  (await student.get("/api/saved")).body.products as { name: string; isSold: boolean }[];
const namesSavedBy = async (student: TestStudent) =>
  (await savedBy(student)).map(({ name }) => name);
const absent = "01994e50-0000-7000-8000-000000000000";

describe("saved products", () => {
  it("are listed the latest first, each once, without phone and address", async () => {
    const neha = await market.student("Neha");
    const [desk, lamp] = [await listed("Desk"), await listed("Lamp")];
    expect((await save(neha, lamp)).status).toBe(204);
    expect((await save(neha, desk)).status).toBe(204);
    expect((await save(neha, lamp)).status).toBe(204);
    expect(await namesSavedBy(neha)).toEqual(["Desk", "Lamp"]);
    const { text, headers } = await neha.get("/api/saved");
    expect(text).not.toMatch(/9812345678|Gate 2/);
    expect(headers["cache-control"]).toBe("no-store");
    const { ids } = (await neha.get("/api/saved/ids")).body;
    expect(ids.toSorted()).toEqual([desk, lamp].toSorted());
  });

  it("go by a tap, and going again is no fault", async () => {
    const id = await listed("Kettle");
    await save(rohan, id);
    expect((await unsave(rohan, id)).status).toBe(204);
    expect((await unsave(rohan, id)).status).toBe(204);
    expect((await unsave(rohan, absent)).status).toBe(204);
    expect(await namesSavedBy(rohan)).toEqual([]);
  });

  it("belong to one student: no other user sees, adds to or empties the list", async () => {
    const id = await listed("Guitar");
    const kabir = await market.student("Kabir");
    await save(kabir, id);
    expect(await namesSavedBy(rohan)).toEqual([]);
    await unsave(rohan, id);
    expect(await namesSavedBy(kabir)).toEqual(["Guitar"]);
  });

  it.each([
    ["GET", "/api/saved"],
    ["GET", "/api/saved/ids"],
    ["PUT", `/api/saved/${absent}`],
    ["DELETE", `/api/saved/${absent}`],
  ] as const)(
    "%s %s is refused to a signed-out caller and to an unregistered one",
    async (method, url) => {
      const stranger = await market.stranger.call(method, url);
      expect([stranger.status, stranger.body.code]).toEqual([401, "missing-token"]);
      const newcomer = await market.student(`Newcomer${method}${url.length}`, {
        registered: false,
      });
      expect((await newcomer.call(method, url)).status).toBe(403);
    },
  );

  it.each(["1", absent, absent.toUpperCase(), "..%2F..%2Fproducts", "%00", "ids%20"])(
    "the id %s is answered like any absent one",
    async (id) => {
      const { status, body } = await save(rohan, id);
      expect([status, body.code]).toEqual([404, "product-not-found"]);
    },
  );

  it("that are sold stay and say so; deleted ones go", async () => {
    const isha = await market.student("Isha");
    const [sold, gone] = [await listed("Chair"), await listed("Mat")];
    await save(isha, sold);
    await save(isha, gone);
    await asha.call("PUT", `/api/products/${sold}/toggle-sold`, { json: { isSold: true } });
    await asha.call("DELETE", `/api/products/${gone}`);
    expect((await savedBy(isha)).map(({ name, isSold }) => [name, isSold])).toEqual([
      ["Chair", true],
    ]);
    expect((await isha.get("/api/saved/ids")).body.ids).toEqual([sold]);
    expect((await save(isha, gone)).status).toBe(404);
  });

  it("R711 show their previous price as long as they cost less now", async () => {
    const leela = await market.student("Leela");
    const id = await listed("Fan");
    const { price } = (await market.stranger.get(`/api/items/${id}`)).body.product;
    await save(leela, id);
    const marks = async () =>
      (
        (await leela.get("/api/saved")).body.products as { price: number; priceBefore?: number }[]
      ).map((product) => [product.price, product.priceBefore]);
    const reprice = (to: number) =>
      market.parts.db.query(sql`update products set price_paise = ${to * 100} where id = ${id}`);
    expect(await marks()).toEqual([[price, undefined]]);
    await reprice(price - 50.5);
    expect(await marks()).toEqual([[price - 50.5, price]]);
    await save(leela, id);
    expect(await marks()).toEqual([[price - 50.5, price]]);
    await reprice(price + 1);
    expect(await marks()).toEqual([[price + 1, undefined]]);
  });

  it("of a suspended seller are neither shown nor saved", async () => {
    const farhan = await market.student("Farhan");
    const { _id } = (await list(farhan, { name: "Skates" })).body.product;
    await save(rohan, _id);
    await market.parts.db.query(
      sql`update users set suspended_at = now() where id = ${farhan.userId}`,
    );
    expect(await namesSavedBy(rohan)).toEqual([]);
    const tara = await market.student("Tara");
    expect((await save(tara, _id)).status).toBe(404);
  });

  it("are a hundred at most, exactly under parallel requests", async () => {
    const vikram = await market.student("Vikram");
    const first = await listed("Bulk");
    await market.parts.db.query(sql`
      with copy as (
        insert into products (id, seller_id, name, price_paise, description, category, condition, location_type, address)
        select gen_random_uuid(), seller_id, 'Copy ' || number, price_paise, description, category, condition, location_type, address
        from products, generate_series(1, 96) number where id = ${first}
        returning id
      )
      insert into saved_products (user_id, product_id) select ${vikram.userId}, id from copy`);
    const ids: string[] = [];
    for (let n = 0; n < 8; n += 1) ids.push(await listed(`Extra ${n}`));
    const answers = await Promise.all(ids.map((id) => save(vikram, id)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(4);
    const refused = answers.find(({ status }) => status !== 204);
    expect([refused?.status, refused?.body.code]).toEqual([422, "saved-full"]);
    expect(await savedBy(vikram)).toHaveLength(100);
    const chosen = ids.find((_, n) => answers[n]?.status === 204) ?? "";
    expect((await save(vikram, chosen)).status).toBe(204);
  });
});
