import { afterEach, describe, expect, it, vi } from "vitest";
import { writeCookie } from "./cookie.ts";

afterEach(() => void vi.unstubAllGlobals());

describe("a cookie of the browser", () => {
  it.each([
    ["https:", "theme=dark; path=/; max-age=9; samesite=lax; secure"],
    ["http:", "theme=dark; path=/; max-age=9; samesite=lax"],
  ])("R893 is secure on https: %s", (protocol, written) => {
    const document = { cookie: "" };
    vi.stubGlobal("location", { protocol });
    vi.stubGlobal("document", document);
    writeCookie("theme", "dark", 9);
    expect(document.cookie).toBe(written);
  });
});
