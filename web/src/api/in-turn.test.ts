import { expect, it, vi } from "vitest";
import { createInTurn } from "./in-turn.ts";

type Call = { wish: boolean; answer: (value: string) => void; fail: (failure: Error) => void };

function openServer() {
  const calls: Call[] = [];
  const send = vi.fn<(wish: boolean) => Promise<string>>((wish) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    calls.push({ wish, answer: resolve, fail: reject });
    return promise;
  });
  const next = async (count: number) => {
    await expect.poll(() => calls.length).toBeGreaterThanOrEqual(count);
    return calls[count - 1] as Call;
  };
  return { send, next };
}

it("R1222 sends the last of several wishes after the one that is on its way, and no other", async () => {
  const { send, next } = openServer();
  const inTurn = createInTurn<boolean>();
  const first = inTurn("mail", true, send);
  expect(await inTurn("mail", false, send)).toBeUndefined();
  expect(await inTurn("mail", true, send)).toBeUndefined();
  expect(await inTurn("mail", false, send)).toBeUndefined();
  const other = inTurn("push", true, send);
  (await next(2)).answer("on");
  expect(await other).toBe("on");
  (await next(1)).answer("on");
  const last = await next(3);
  expect(last.wish).toBe(false);
  last.answer("off");
  expect(await first).toBe("off");
  expect(send).toHaveBeenCalledTimes(3);
});

it("R1222 ends with the answer that is wished again, and reports a failure only of the last wish", async () => {
  const { send, next } = openServer();
  const inTurn = createInTurn<boolean>();
  const again = inTurn("mail", true, send);
  void inTurn("mail", false, send);
  void inTurn("mail", true, send);
  (await next(1)).answer("on");
  expect(await again).toBe("on");

  const lost = inTurn("mail", false, send);
  void inTurn("mail", true, send);
  (await next(2)).fail(new Error("offline"));
  (await next(3)).answer("on");
  expect(await lost).toBe("on");

  const failed = inTurn("mail", false, send);
  (await next(4)).fail(new Error("offline"));
  await expect(failed).rejects.toThrow("offline");
  const after = inTurn("mail", false, send);
  (await next(5)).answer("off");
  expect(await after).toBe("off");
});
