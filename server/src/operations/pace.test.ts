import { once } from "node:events";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createPace } from "./pace.ts";

const respond = () => new ServerResponse(new IncomingMessage(new Socket()));
const responses = (count: number) => Array.from({ length: count }, respond);

it("P37 lets one go on in a turn, in order", async () => {
  const turn = createPace(() => false);
  const gone: number[] = [];
  const all = responses(3).map((each, n) => turn(each).then(() => gone.push(n)));
  await nextTurn();
  expect(gone.length).toBeLessThan(3);
  await Promise.all(all);
  expect(gone).toEqual([0, 1, 2]);
});

it("P37 lets at most one go on in a millisecond while calls are in work, and all when they are done", async () => {
  let isWorking = true;
  const turn = createPace(() => isWorking);
  const [began, many] = [performance.now(), 20];
  await Promise.all(responses(many).map(turn));
  expect(performance.now() - began).toBeGreaterThan(many / 2);

  let gone = 0;
  const all = responses(10_000).map((each) => turn(each).then(() => gone++));
  await all[5];
  isWorking = false;
  await Promise.all(all);
  expect(gone).toBe(10_000);
});

it.each([
  [3, 3],
  [60, 4],
])(
  "P37 keeps the pace when turns take %i ms: some %i go on in each",
  async (milliseconds, most) => {
    const turn = createPace(() => true);
    const perTurn: number[] = [];
    let gone = 0;
    const all = responses(4 * most).map((each) => turn(each).then(() => gone++));
    while (gone < all.length) {
      const [before, end] = [gone, performance.now() + milliseconds];
      while (performance.now() < end);
      await nextTurn();
      if (gone > before) perTurn.push(gone - before);
    }
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(4);
    expect(perTurn.length).toBeLessThanOrEqual(6);
  },
);

it("P37 does not keep those waiting who have left, nor others for them", async () => {
  const turn = createPace(() => true);
  const [first, ...leavers] = responses(10_000) as [ServerResponse, ...ServerResponse[]];
  const [last, late] = [respond(), respond()];
  let haveGone = false;
  const told = [first, ...leavers].map((each) => turn(each));
  const all = Promise.all([told[0], turn(last)]).then(() => (haveGone = true));
  for (const each of leavers) each.destroy();
  await once(late.destroy(), "close");
  expect(await turn(late)).toBe(false);
  expect(new Set(await Promise.all(told.slice(1)))).toEqual(new Set([false]));
  expect(haveGone).toBe(false);
  const began = performance.now();
  await all;
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(await told[0]).toBe(true);
});
