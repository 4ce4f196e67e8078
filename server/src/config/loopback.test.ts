import { describe, expect, it } from "vitest";
import { isLoopback, isLoopbackHost } from "./loopback.ts";

describe("this computer's own addresses", () => {
  it.each([
    "localhost",
    "localhost:3000",
    "127.0.0.1",
    "127.1.2.3:80",
    "::1",
    "[::1]",
    "[::1]:3000",
    "::ffff:127.0.0.1",
  ])("are recognised: %s", (host) => expect(isLoopbackHost(host)).toBe(true));

  it.each([
    "127.evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "10.0.0.1",
    "0.0.0.0",
    "::",
    "[2001:db8::1]",
    "unknown",
    "",
    "a b",
  ])("are not: %s", (host) => expect(isLoopbackHost(host)).toBe(false));

  it("are recognised in a web address", () => {
    expect(isLoopback("http://[::1]:3000/x")).toBe(true);
    expect(isLoopback("http://127.evil.example/")).toBe(false);
    expect(isLoopback("localhost")).toBe(false);
  });
});
