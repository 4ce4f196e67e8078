import { afterEach, describe, expect, it, vi } from "vitest";
import { type AuthorizationRequest, decryptState, encryptState } from "./authorization-request.ts";

describe("a sign-in under way", () => {
  afterEach(() => vi.useRealTimers());

  const request: AuthorizationRequest = {
    state: "s",
    nonce: "n",
    verifier: "v",
    startedAt: 1_000_000_000,
    mode: "popup",
    name: "a",
  };
  const key = Buffer.alloc(32, 1);

  it("is read for ten minutes, and neither later nor before it began", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000_000_000 });
    const text = await encryptState(request, key);
    for (const [seconds, isOpen] of [
      [0, true],
      [600, true],
      [601, false],
      [86_400, false],
      [-1, false],
    ] as const) {
      vi.setSystemTime(1_000_000_000_000 + seconds * 1000);
      expect([seconds, (await decryptState(text, key)) !== undefined]).toEqual([seconds, isOpen]);
    }
  });

  it("is read by every process of the installation, and by no other", async () => {
    const text = await encryptState(request, key);
    expect(await decryptState(text, Buffer.alloc(32, 1))).toEqual(request);
    expect(await decryptState(text, Buffer.alloc(32, 2))).toBeUndefined();
  });

  it.each([undefined, "", ".", "x", "x.y", `${Buffer.from("{}").toString("base64url")}.`])(
    "is not read from %j",
    async (text) => {
      expect(await decryptState(text, key)).toBeUndefined();
    },
  );
});
