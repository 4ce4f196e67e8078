import { expect, it, onTestFinished, vi } from "vitest";
import { openHeldApp } from "../test/held.ts";
import { openTestMarket } from "../test/market.ts";
import type { LoadLimits } from "./load.ts";

const limits: LoadLimits = {
  atOnce: 2,
  inFlight: 4,
  inFlightWhenLasting: 4,
  lastsAfter: 0,
  waitingForDatabase: 100,
  loopDelay: Infinity,
  inFlightWhenLate: 2,
  uploads: 2,
  uploadsPerStudent: 1,
};

it("P25 a process works on a few calls at once, takes the others in turn, refuses who finds no room to wait, and forgets who went away", async () => {
  const market = await openTestMarket();
  const { app, held, release } = await openHeldApp(market.parts, limits);
  const order: string[] = [];
  app.addHook("onRequest", async ({ url }) => void order.push(url));
  let [come, left] = [0, 0];
  app.server.on("request", (_request, response) => {
    come++;
    response.once("close", () => left++);
  });
  const base = await app.listen({ host: "127.0.0.1", port: 0 });
  const ask = async (name: string, signal?: AbortSignal) => {
    const count = come + 1;
    const answer = fetch(`${base}/api/held?${name}`, { signal });
    await expect.poll(() => come).toBe(count);
    return { answer };
  };

  const early = [await ask("first"), await ask("second")];
  const leaving = new AbortController();
  const gone = await ask("gone", leaving.signal);
  const late = [await ask("third")];
  expect((await (await ask("too many")).answer).status).toBe(503);
  leaving.abort();
  await expect(gone.answer).rejects.toThrow("aborted");
  await expect.poll(() => left).toBe(2);
  late.push(await ask("fourth"));
  for (const turn of [early, late]) {
    await expect.poll(held).toBe(2);
    release();
    for (const { answer } of turn) expect((await answer).status).toBe(200);
  }
  expect(order).toEqual(["first", "second", "third", "fourth"].map((name) => `/api/held?${name}`));
  await app.close();
  await market.close();
});

it("P25 a crowd that comes at once finds more room than one that does not end", async () => {
  const market = await openTestMarket();
  const { app, held, release } = await openHeldApp(market.parts, {
    ...limits,
    inFlightWhenLasting: 3,
    lastsAfter: 1_000,
  });
  let come = 0;
  app.server.on("request", () => come++);
  const base = await app.listen({ host: "127.0.0.1", port: 0 });
  const ask = async (count: number) => {
    const before = come;
    const asked = Array.from(
      { length: count },
      async () => (await fetch(`${base}/api/held`)).status,
    );
    await expect.poll(() => come).toBe(before + count);
    return { answers: Promise.all(asked) };
  };
  const releaseAll = async () => {
    for (const turn of [2, 2]) {
      await expect.poll(held).toBe(turn);
      release();
    }
  };
  const now = performance.now.bind(performance);

  const crowd = await ask(4);
  expect(await (await ask(1)).answers).toEqual([503]);
  await releaseAll();
  expect(await crowd.answers).toEqual([200, 200, 200, 200]);

  const few = await ask(3);
  const later = vi.spyOn(performance, "now").mockImplementation(() => now() + 1_100);
  onTestFinished(() => later.mockRestore());
  expect(await (await ask(1)).answers).toEqual([503]);
  await expect.poll(held).toBe(2);
  release();
  await expect.poll(held).toBe(1);
  release();
  expect(await few.answers).toEqual([200, 200, 200]);

  const next = await ask(4);
  await releaseAll();
  expect(await next.answers).toEqual([200, 200, 200, 200]);
  await app.close();
  await market.close();
});
