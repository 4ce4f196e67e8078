import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openBrowser } from "../../test/browser.ts";

beforeEach(() => void openBrowser(() => Promise.reject(new Error("offline"))));
afterEach(() => vi.unstubAllGlobals());

const foreign = [
  "https://evil.example/buy",
  "//evil.example/buy",
  "/\\evil.example/buy",
  "/\t/evil.example/buy",
  "\\\\evil.example",
  "http:evil.example",
  "javascript:alert(1)",
  "buy",
  "",
];

describe("the page that was wanted before the sign-in", () => {
  it("Q12 is stored with its search, until it is reached", async () => {
    const { forgetWantedPage, rememberWantedPage, wantedPage } = await import("./wanted-page.ts");
    expect(wantedPage()).toBeUndefined();
    rememberWantedPage("/buy?q=lamp");
    expect(wantedPage()).toBe("/buy?q=lamp");
    forgetWantedPage();
    expect(wantedPage()).toBeUndefined();
  });

  it.each(foreign)("is never %j, however it got there", async (address) => {
    const { rememberWantedPage, wantedPage } = await import("./wanted-page.ts");
    sessionStorage.setItem("wanted-page", address);
    expect(wantedPage()).toBeUndefined();
    sessionStorage.removeItem("wanted-page");
    rememberWantedPage(address);
    expect(sessionStorage.getItem("wanted-page")).toBeNull();
  });
});
