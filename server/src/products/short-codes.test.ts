import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { newId } from "../db/ids.ts";
import { deleteListing, hideProduct } from "../moderation/moderation.sql.ts";

let market: TestMarket;
let asha: TestStudent;
beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha");
});
afterAll(() => market.close());

const sell = async (name = "Red cycle") =>
  (await list(asha, { name })).body.product as { _id: string; code: string };
let callers = 0;
/** Each from a network of its own, unless told otherwise. */
const open = (
  code: string,
  method: "GET" | "HEAD" = "GET",
  remoteAddress = `10.9.0.${++callers}`,
) => market.app.inject({ method, url: `/i/${code}`, remoteAddress });
const leadsTo = async (code: string) => {
  const { statusCode, headers } = await open(code);
  return [statusCode, headers.location, headers["cache-control"]];
};

describe("a short address", () => {
  it("R1085 is a member of every product, and leads to its page in upper and lower case, by GET and HEAD", async () => {
    const { _id: id, code } = await sell();
    expect(code).toMatch(/^[abcdefghjkmnpqrstuvwxyz2-9]{7}$/);
    const answers = [
      await market.stranger.get("/api/products", { "cache-control": "no-cache" }),
      await market.stranger.get("/api/products/filter?q=red+cycle", {
        "cache-control": "no-cache",
      }),
      await market.stranger.get(`/api/items/${id}`),
      await asha.get(`/api/products/${id}`),
      await asha.get("/api/products/user"),
    ];
    for (const { text } of answers) expect(text).toContain(`"code":"${code}"`);
    const there = [308, `/item/${id}`, "no-store"];
    expect(await leadsTo(code)).toEqual(there);
    expect(await leadsTo(code.toUpperCase())).toEqual(there);
    const head = await open(code, "HEAD");
    expect([head.statusCode, head.headers.location, head.body]).toEqual([308, `/item/${id}`, ""]);
  });

  it("R1085 leads to the page of a sold, expired or paused listing, and after a deletion to it again when it is back", async () => {
    const { _id: id, code } = await sell();
    const there = [308, `/item/${id}`, "no-store"];
    await asha.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold: true } });
    expect(await leadsTo(code)).toEqual(there);
    for (const column of [sql`expired_at`, sql`resting_at`]) {
      await market.parts.db.query(sql`
        update products set sold_at = null, ${column} = now() where id = ${id}`);
      expect(await leadsTo(code)).toEqual(there);
    }
    await asha.call("DELETE", `/api/products/${id}`);
    expect((await leadsTo(code))[0]).toBe(404);
    await asha.call("POST", `/api/products/${id}/restore`);
    expect(await leadsTo(code)).toEqual(there);
    expect((await asha.get("/api/products/user")).text).toContain(`"code":"${code}"`);
  });

  it("R1086 of a hidden, removed, deleted or unknown listing is the page that leads to the lists, the same for all", async () => {
    const { db } = market.parts;
    const [hidden, removed, suspended] = [await sell(), await sell(), await sell()];
    await db.transaction((transaction) => hideProduct(transaction, hidden._id));
    await db.transaction((transaction) => deleteListing(transaction, removed._id));
    const unknown = await open("abcdefg");
    expect(unknown.statusCode).toBe(404);
    expect(unknown.body).toContain("/buy");
    for (const code of [
      hidden.code,
      removed.code,
      "x",
      "abcdefg1",
      "ABCDEFO",
      "%00%00%00%00%00%00%00",
      "a'--bcde",
    ])
      expect([code, (await open(code)).statusCode]).toEqual([code, 404]);
    expect((await open(hidden.code)).body).toBe(unknown.body);
    await db.query(sql`update users set suspended_at = now() where id = ${asha.userId}`);
    expect((await leadsTo(suspended.code))[0]).toBe(404);
    await db.query(sql`update users set suspended_at = null where id = ${asha.userId}`);
    expect((await leadsTo(suspended.code))[0]).toBe(308);
  });

  it("R1086 is not found by trying: after 60 unknown ones a minute the address is refused, and known ones still lead on", async () => {
    const { code } = await sell();
    const statuses = [];
    for (let nth = 0; nth < 61; nth++)
      statuses.push(
        (await open(`abcd${"23456789"[nth % 8]}${"23456789"[nth >> 3] ?? "z"}9`, "GET", "10.8.0.1"))
          .statusCode,
      );
    expect(statuses.slice(0, 60).every((status) => status === 404)).toBe(true);
    expect(statuses[60]).toBe(429);
    expect((await open(code, "GET", "10.8.0.1")).statusCode).toBe(308);
    expect((await open("abcdefg", "GET", "10.8.0.2")).statusCode).toBe(404);
  });

  it("R1087 is never given twice: the code of an erased listing stays, without the listing", async () => {
    const { db } = market.parts;
    const { _id: id, code } = await sell();
    await asha.call("DELETE", `/api/products/${id}`);
    const rowOf = async () =>
      (
        await db.query<{ product: string | null }>(sql`
        select product_id as product from short_codes where code = ${code}`)
      )[0];
    expect(await rowOf()).toEqual({ product: id });
    await db.query(sql`delete from deleted_listings where product_id = ${id}`);
    expect(await rowOf()).toEqual({ product: null });
    expect((await leadsTo(code))[0]).toBe(404);
  });

  it("R1087 is given to listings that the previous release lists, and to those from before", async () => {
    const { owner } = market;
    const { _id: id } = await sell();
    const copy = newId();
    await owner.query(sql`
      insert into products select copied.* from products product,
        jsonb_populate_record(null::products, to_jsonb(product) || jsonb_build_object('id', ${copy}::text)) copied
      where product.id = ${id}`);
    const [row] = await owner.query<{ code: string }>(sql`
      select code from short_codes where product_id = ${copy}`);
    expect(row?.code).toMatch(/^[a-z2-9]{7}$/);
  });
});
