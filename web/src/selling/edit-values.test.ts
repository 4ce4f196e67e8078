import type { Product } from "@market/contract/products/product";
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
  code: "abcdefg",
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
  it.each([
    ["R192", "name", "Study lamp"],
    ["R193", "price", "450"],
    ["R194", "description", "Warm light."],
    ["R195", "address", "Hostel 2"],
    ["R196", "locationType", "On-Campus"],
    ["R197", "category", "Study Essentials"],
    ["R198", "condition", "Like New"],
  ] as const)("%s begin with the product's %s", (_, field, value) => {
    expect(fieldsOf(lamp)[field]).toBe(value);
  });

  it("R199 begin with its photos", () => {
    expect(photosOf(lamp)).toEqual([
      { key: "one", name: "", preview: "/photos/one.webp", step: { name: "stored", id: "one" } },
      { key: "two", name: "", preview: "/photos/two.webp", step: { name: "stored", id: "two" } },
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
