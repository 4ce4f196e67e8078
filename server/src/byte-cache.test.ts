import { expect, it } from "vitest";
import { ByteCache } from "./byte-cache.ts";

it("keeps what was asked for within its bytes", () => {
  const cache = new ByteCache<string>(10, (text) => text.length);
  cache.set("a", "1234");
  cache.set("b", "1234");
  expect(cache.get("a")).toBe("1234");
  cache.set("c", "1234");
  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual(["1234", undefined, "1234"]);
});

it("lets what is asked for no more go in its turn", () => {
  const cache = new ByteCache<string>(8, (text) => text.length);
  cache.set("a", "1234");
  cache.set("b", "1234");
  cache.get("a");
  cache.set("c", "1234");
  cache.set("d", "1234");
  cache.set("e", "1234");
  expect(["a", "b", "c", "d", "e"].filter((key) => cache.get(key))).toEqual(["d", "e"]);
});

it("makes room when all that it keeps was asked for", () => {
  const cache = new ByteCache<string>(8, (text) => text.length);
  for (const key of ["a", "b"]) cache.set(key, "1234");
  for (const key of ["a", "b"]) cache.get(key);
  cache.set("c", "1234");
  expect(["a", "b", "c"].filter((key) => cache.get(key))).toEqual(["b", "c"]);
  cache.set("b", "12345678");
  expect(["a", "b", "c"].filter((key) => cache.get(key))).toEqual(["b"]);
});

it("counts a replaced value once, and keeps nothing that is larger than itself", () => {
  const cache = new ByteCache<string>(10, (text) => text.length);
  for (let n = 0; n < 5; n++) cache.set("a", "12345678");
  cache.set("b", "12");
  expect([cache.get("a"), cache.get("b")]).toEqual(["12345678", "12"]);
  cache.set("c", "12345678901");
  expect([cache.get("a"), cache.get("c")]).toEqual(["12345678", undefined]);
  cache.set("d", "1234567890");
  expect(cache.get("d")).toBe("1234567890");
});
