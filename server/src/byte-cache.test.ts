import { expect, it } from "vitest";
import { ByteCache } from "./byte-cache.ts";

it("keeps what was asked for last within its bytes", () => {
  const cache = new ByteCache<string>(10, (text) => text.length);
  cache.set("a", "1234");
  cache.set("b", "1234");
  expect(cache.get("a")).toBe("1234");
  cache.set("c", "1234");
  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual(["1234", undefined, "1234"]);
});

it("counts a replaced value once, and keeps nothing that is larger than itself", () => {
  const cache = new ByteCache<string>(10, (text) => text.length);
  for (let n = 0; n < 5; n++) cache.set("a", "12345678");
  cache.set("b", "12");
  expect([cache.get("a"), cache.get("b")]).toEqual(["12345678", "12"]);
  cache.set("c", "12345678901");
  expect(cache.get("c")).toBeUndefined();
  cache.set("d", "1234567890");
  expect(cache.get("d")).toBe("1234567890");
});
