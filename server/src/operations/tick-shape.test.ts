import { expect, it } from "vitest";
import { keepTickShape } from "./tick-shape.ts";

it("this runtime makes an object for each tick, and one is kept for good", async () => {
  const kept = keepTickShape();
  expect(kept).toHaveProperty("callback");
  await new Promise<void>((resolve) => process.nextTick(resolve));
  expect(keepTickShape()).toBe(kept);
});
