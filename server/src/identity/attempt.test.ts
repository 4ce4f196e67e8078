import { afterEach, describe, expect, it, vi } from "vitest";
import { type Attempt, createAttemptSeal } from "./attempt.ts";

describe("a sign-in under way", () => {
  afterEach(() => vi.useRealTimers());

  const attempt: Attempt = {
    state: "s",
    nonce: "n",
    verifier: "v",
    mode: "popup",
    name: "a",
    replaces: undefined,
  };
  const seal = createAttemptSeal(Buffer.alloc(32, 1));

  it("is read for ten minutes, and neither later nor before it began", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000_000_000 });
    const text = seal.close(attempt);
    for (const [seconds, isOpen] of [
      [0, true],
      [599, true],
      [600, false],
      [86_400, false],
      [-1, false],
    ] as const) {
      vi.setSystemTime(1_000_000_000_000 + seconds * 1000);
      expect([seconds, seal.open(text) !== undefined]).toEqual([seconds, isOpen]);
    }
  });

  it("is read by every process of the installation, and by no other", () => {
    const text = seal.close(attempt);
    expect(createAttemptSeal(Buffer.alloc(32, 1)).open(text)).toEqual(attempt);
    expect(createAttemptSeal(Buffer.alloc(32, 2)).open(text)).toBeUndefined();
  });

  it.each([undefined, "", ".", "x", "x.y", `${Buffer.from("{}").toString("base64url")}.`])(
    "is not read from %j",
    (text) => {
      expect(seal.open(text)).toBeUndefined();
    },
  );
});
