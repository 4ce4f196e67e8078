import type { Product } from "@market/contract/products/product";
import { afterEach, describe, expect, it, vi } from "vitest";
import { messengerLink, shareBySystem, sharedOf } from "./share-button.tsx";

const product = { _id: "01930000-0000-7000-8000-000000000001", name: "Fan & lamp", price: 1250 };
const shared = sharedOf(product as Product, "https://market.cgu.example");

afterEach(() => vi.unstubAllGlobals());

describe("sharing a product", () => {
  it("names its public page by an absolute address", () => {
    expect(shared).toEqual({
      title: "Fan & lamp",
      text: "Fan & lamp for ₹1,250",
      url: "https://market.cgu.example/item/01930000-0000-7000-8000-000000000001",
    });
  });

  it("R1085 names its short address, which carts from before do not know", () => {
    const known = { ...product, code: "abcdefg" } as Product;
    expect(sharedOf(known, "https://market.cgu.example").url).toBe(
      "https://market.cgu.example/i/abcdefg",
    );
  });

  it("hands line and link to the messenger, escaped", () => {
    const link = new URL(messengerLink(shared));
    expect(link.origin + link.pathname).toBe("https://wa.me/");
    expect(link.searchParams.get("text")).toBe(`${shared.text}\n${shared.url}`);
  });

  it("uses the system's sheet where there is one; closing that without a choice is the end of it", async () => {
    vi.stubGlobal("navigator", {});
    expect(await shareBySystem(shared)).toBe(false);
    const share = vi.fn<(shared: object) => Promise<void>>(async () => undefined);
    vi.stubGlobal("navigator", { share });
    expect(await shareBySystem(shared)).toBe(true);
    expect(share).toHaveBeenCalledWith(shared);
    const failing = (name: string) =>
      vi.stubGlobal("navigator", { share: () => Promise.reject(new DOMException("", name)) });
    failing("AbortError");
    expect(await shareBySystem(shared)).toBe(true);
    failing("NotAllowedError");
    expect(await shareBySystem(shared)).toBe(false);
  });
});
