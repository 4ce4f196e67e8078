import type { Product } from "@market/contract/products";
import { describe, expect, it } from "vitest";
import { changesBetween, fieldsOf, isChanged, isSaved, photosOf } from "./edit-values.ts";

const image = (id: string) => ({
  id,
  url: `/photos/${id}.webp`,
  width: 640,
  height: 480,
  thumbhash: "",
  color: "#000000",
  sources: [],
});
const lamp: Product = {
  _id: "lamp",
  name: "Study lamp",
  price: 450,
  description: "Warm light.",
  images: [image("one"), image("two")],
  createdAt: "2026-11-21T09:00:00Z",
  seller: { _id: "asha", phone: null },
  isSold: false,
  category: "Study Essentials",
  condition: "Like New",
  locationType: "On-Campus",
  address: "Hostel 2",
  version: 1,
};
const fields = {
  name: "Study lamp",
  price: "450",
  description: "Warm light.",
  address: "Hostel 2",
  locationType: "On-Campus",
  category: "Study Essentials",
  condition: "Like New",
};

describe("the edit form's values", () => {
  it("R192 to R199 begin with what the product has", () => {
    expect(fieldsOf(lamp)).toEqual(fields);
    expect(photosOf(lamp)).toEqual([
      { key: "one", name: "", preview: "/photos/one.webp", step: { name: "kept", id: "one" } },
      { key: "two", name: "", preview: "/photos/two.webp", step: { name: "kept", id: "two" } },
    ]);
  });

  it("are changed by a field, a photo less and another order", () => {
    const photos = photosOf(lamp);
    expect(isChanged(lamp, fields, photos)).toBe(false);
    expect(isChanged(lamp, { ...fields, price: "451" }, photos)).toBe(true);
    expect(isChanged(lamp, fields, photos.slice(1))).toBe(true);
    expect(isChanged(lamp, fields, photos.toReversed())).toBe(true);
  });

  it("Q78 are saved when the product already is what was sent", () => {
    const sent = { ...lamp, address: "Hostel 2" };
    expect(isSaved(lamp, sent, photosOf(lamp))).toBe(true);
    expect(isSaved(lamp, { ...sent, price: 451 }, photosOf(lamp))).toBe(false);
    expect(isSaved(lamp, sent, photosOf(lamp).toReversed())).toBe(false);
  });

  it("Q78 differ from a newer version in what was changed elsewhere", () => {
    expect(changesBetween(lamp, { ...lamp, price: 500, version: 2 })).toEqual({
      fields: { price: "500" },
      photos: false,
    });
    expect(changesBetween(lamp, { ...lamp, images: lamp.images.toReversed() })).toEqual({
      fields: {},
      photos: true,
    });
  });
});
