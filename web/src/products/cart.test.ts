import type { Product } from "@market/contract/products";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openBrowser } from "../test/browser.ts";
import { addToCart, cartItems, cartTotal, markGone, removeFromCart } from "./cart.ts";
import { withNews } from "./cart-news.ts";
import { formatPrice } from "@market/contract/price";

const thing = (n: number, change: Partial<Product> = {}): Product => ({
  _id: `01930000-0000-7000-8000-${String(n).padStart(12, "0")}`,
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
const names = () => cartItems().map(({ product }) => product.name);

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
  const items = () => [3, 5, 7].map((n) => ({ product: thing(n), quantity: 1 as const }));
  const gone = (products: Product[], isWhole: boolean) =>
    withNews(items(), { products, isWhole }).map(({ product, isGone }) => [
      product.name,
      product.isSold,
      isGone ?? false,
    ]);

  it("takes the list's newer words of a product, and drops a number that came along", () => {
    const list = [thing(7, { name: "Renamed", price: 9 }), thing(5), thing(3)];
    const [, , last] = withNews(items(), { products: list, isWhole: true });
    expect(last?.product).toMatchObject({ name: "Renamed", price: 9, seller: { phone: null } });
  });

  it("says what was sold, and what is missing from the whole list", () => {
    expect(gone([thing(7), thing(3, { isSold: true })], true)).toEqual([
      ["Thing 3", true, false],
      ["Thing 5", false, true],
      ["Thing 7", false, false],
    ]);
  });

  it("judges nothing that is older than the part of the list it saw", () => {
    expect(gone([thing(8), thing(6)], false)).toEqual([
      ["Thing 3", false, false],
      ["Thing 5", false, false],
      ["Thing 7", false, true],
    ]);
  });

  it("finds a product back that is for sale again", () => {
    const kept = items().map((item) => ({ ...item, isGone: true }));
    const [first] = withNews(kept, { products: [thing(3)], isWhole: true });
    expect(first?.isGone).toBeUndefined();
  });

  it("keeps the names in order", () => {
    for (const n of [3, 5]) addToCart(thing(n));
    expect(names()).toEqual(["Thing 3", "Thing 5"]);
  });
});
