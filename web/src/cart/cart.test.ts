import type { Product } from "@market/contract/products/product";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openBrowser } from "../test/browser.ts";
import { addToCart, cartItems, cartTotal, markGone, removeFromCart } from "./cart.ts";
import { refreshCart } from "./cart-news.ts";
import { formatPrice } from "@market/contract/price";

const thing = (n: number, change: Partial<Product> = {}): Product => ({
  _id: `01930000-0000-7000-8000-${String(n).padStart(12, "0")}`,
  code: "abcdefg",
  name: `Thing ${n}`,
  price: n * 100,
  description: "As good as new",
  images: [],
  createdAt: "2026-08-01T10:00:00.000Z",
  seller: { _id: "01930000-0000-7000-8000-00000000aaaa", phone: "+919876543210" },
  isSold: false,
  category: "Study Essentials",
  condition: "Used - Good",
  locationType: "On-Campus",
  address: "Hostel 4",
  version: 1,
  ...change,
});

let storage: Storage;
beforeEach(() => {
  storage = openBrowser(() => Promise.reject(new TypeError("offline"))).localStorage;
});
afterEach(() => vi.unstubAllGlobals());

describe("the cart", () => {
  it("R282 keeps product and quantity, each product once and with quantity 1, without phone and address", () => {
    expect(addToCart(thing(1))).toBe(true);
    expect(addToCart(thing(1))).toBe(true);
    expect(cartItems()).toEqual([
      {
        product: thing(1, {
          address: null,
          seller: { _id: "01930000-0000-7000-8000-00000000aaaa", phone: null },
        }),
        quantity: 1,
      },
    ]);
    expect(storage.getItem("cart")).not.toContain("9876543210");
  });

  it("R187 adds up what can still be had", () => {
    for (const n of [1, 2, 3]) addToCart(thing(n));
    expect(cartTotal(cartItems())).toBe(600);
    markGone(thing(2)._id);
    expect(cartTotal(cartItems())).toBe(400);
    removeFromCart(thing(3)._id);
    expect(cartTotal(cartItems())).toBe(100);
  });

  it("holds fifty items at most", () => {
    for (let n = 1; n <= 50; n += 1) expect(addToCart(thing(n))).toBe(true);
    expect(addToCart(thing(51))).toBe(false);
    expect(cartItems()).toHaveLength(50);
  });

  it("is empty once the storage is cleared, as sign-out does", () => {
    addToCart(thing(1));
    storage.clear();
    expect(cartItems()).toEqual([]);
  });

  it.each(["", "{", "null", "7", "{}", '[1,null,{"product":{}},{"product":{"_id":"a"}}]'])(
    "takes %j for an empty cart",
    (text) => {
      storage.setItem("cart", text);
      expect(cartItems()).toEqual([]);
    },
  );

  it("R191 shows prices in Indian grouping behind its own sign", () => {
    expect(formatPrice(140000, "$")).toBe("$1,40,000");
  });
});

describe("a cart brought up to date", () => {
  /** The server's answers for items 1 to 4. */
  const answers: Record<string, Response | undefined> = {
    [thing(1)._id]: Response.json({
      success: true,
      product: thing(1, { name: "Renamed", price: 9 }),
      similar: [],
    }),
    [thing(2)._id]: Response.json({
      success: true,
      product: thing(2, { isSold: true }),
      similar: [],
    }),
    [thing(3)._id]: Response.json(
      { success: false, status: 404, code: "product-not-found", message: "Product not found" },
      { status: 404 },
    ),
  };

  it("takes newer words, says what was sold or taken down, and keeps what could not be requested", async () => {
    for (const n of [1, 2, 3, 4]) addToCart(thing(n));
    const requests: string[] = [];
    vi.stubGlobal("fetch", async (address: string) => {
      requests.push(address);
      const answer = answers[address.split("/").at(-1) ?? ""];
      if (!answer) throw new TypeError("offline");
      return answer;
    });
    await refreshCart(new AbortController().signal);
    expect(requests[0]).toBe(`/api/items/${thing(1)._id}`);
    expect(
      cartItems().map(({ product, isGone }) => [
        product.name,
        product.price,
        product.isSold,
        isGone,
      ]),
    ).toEqual([
      ["Renamed", 9, false, undefined],
      ["Thing 2", 200, true, undefined],
      ["Thing 3", 300, false, true],
      ["Thing 4", 400, false, undefined],
    ]);
    expect(storage.getItem("cart")).not.toContain("9876543210");
  });

  it("finds a product back that is for sale again", async () => {
    addToCart(thing(5));
    markGone(thing(5)._id);
    vi.stubGlobal("fetch", async () =>
      Response.json({ success: true, product: thing(5), similar: [] }),
    );
    await refreshCart(new AbortController().signal);
    expect(cartItems()[0]?.isGone).toBeUndefined();
  });
});
