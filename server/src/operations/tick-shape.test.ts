import { expect, it } from "vitest";
import { keepTickShape } from "./tick-shape.ts";

it("this runtime makes each tick with computed names, and one is kept", () => {
  const kept = keepTickShape() ?? {};
  expect(kept).toHaveProperty("callback");
  expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
  expect(Object.getOwnPropertySymbols(kept).map(({ description }) => description)).toContain(
    "async_id_symbol",
  );
});
