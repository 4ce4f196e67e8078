import { describe, expect, it } from "vitest";
import { chatLink, phoneDigits } from "./chat.ts";

describe("phoneDigits", () => {
  it.each([
    ["9876543210", "919876543210"],
    ["919876543210", "919876543210"],
    ["9123456789", "919123456789"],
    ["+9779812345678", "9779812345678"],
    ["+6591234567", "6591234567"],
    ["+91 98765-43210", "919876543210"],
    [" 98765 43210 ", "919876543210"],
  ])("R456 R510 dials %s as %s", (phone, digits) => {
    expect(phoneDigits(phone)).toBe(digits);
  });

  it("Q63 has nothing to dial without a digit", () => {
    expect(phoneDigits("+")).toBeUndefined();
    expect(phoneDigits("call me")).toBeUndefined();
  });
});

describe("chatLink", () => {
  it("R454 R455 opens wa.me with the full number and the sentence", () => {
    expect(chatLink("+919876543210", "Hero cycle")).toBe(
      "https://wa.me/919876543210?text=interested%20in%20buying%20Hero%20cycle",
    );
  });

  it("R455 keeps every character of the name inside the text", () => {
    const link = new URL(chatLink("+919876543210", "Lamp & shade #2 50% off? कुर्सी") ?? "");
    expect(link.searchParams.get("text")).toBe(
      "interested in buying Lamp & shade #2 50% off? कुर्सी",
    );
    expect([...link.searchParams.keys()]).toEqual(["text"]);
    expect(link.hash).toBe("");
  });
});
