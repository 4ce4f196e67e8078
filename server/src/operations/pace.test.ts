import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createPace } from "./pace.ts";

it("P37 lets one go on in a turn, in order", async () => {
  const turn = createPace(() => false);
  const gone: number[] = [];
  const all = [1, 2, 3].map((n) => turn().then(() => gone.push(n)));
  await nextTurn();
  expect(gone.length).toBeLessThan(3);
  await Promise.all(all);
  expect(gone).toEqual([1, 2, 3]);
});

it("P37 lets at most one go on in a millisecond while calls are in work, and all when they are done", async () => {
  let isWorking = true;
  const turn = createPace(() => isWorking);
  const [began, many] = [performance.now(), 20];
  await Promise.all(Array.from({ length: many }, turn));
  expect(performance.now() - began).toBeGreaterThan(many / 2);

  let gone = 0;
  const all = Array.from({ length: 10_000 }, () => turn().then(() => gone++));
  await all[5];
  isWorking = false;
  await Promise.all(all);
  expect(gone).toBe(10_000);
});
