import { beforeEach, describe, expect, it, vi } from "vitest";
import { renewalDelay, tokenTimes } from "./session.ts";

const encode = (claims: object) => Buffer.from(JSON.stringify(claims)).toString("base64url");
const tokenUntil = (expiresAt: number, issuedAt = expiresAt - 3600) =>
  `${encode({ alg: "ES256" })}.${encode({ iat: issuedAt, exp: expiresAt, name: "Āśā ≥ ?" })}.c2ln`;

describe("a token's times", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000_000 });
    return () => vi.useRealTimers();
  });

  it("are read from its claims", () => {
    expect(tokenTimes(tokenUntil(1_003_600))).toEqual({
      issuedAt: 1_000_000_000,
      expiresAt: 1_003_600_000,
    });
  });

  it.each([
    "",
    "a.b.c",
    "no-dots",
    `x.${encode({ iat: "1", exp: 2 })}.x`,
    `x.${encode({ iat: 1 })}.x`,
  ])("are absent in %j", (text) => {
    expect(tokenTimes(text)).toBeUndefined();
  });

  it("R538 let it be renewed 5 minutes before its end", () => {
    expect(renewalDelay(tokenUntil(1_003_600))).toBe(55 * 60 * 1000);
    expect(renewalDelay(tokenUntil(1_000_300))).toBe(0);
    expect(renewalDelay(tokenUntil(1_000_000))).toBe(0);
    expect(renewalDelay("garbage")).toBe(0);
  });
});
