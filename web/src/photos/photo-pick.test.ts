import { describe, expect, it } from "vitest";
import { pickPhotos } from "./photo-pick.ts";

const file = (size: number, type = "image/jpeg") =>
  new File([new Uint8Array(size)], "photo", { type });
const small = (count: number) => Array.from({ length: count }, () => file(10));

describe("picking photos", () => {
  it("R379 takes a file of exactly 15728640 bytes and refuses one byte more", () => {
    expect(pickPhotos("sell", [file(15_728_640)], 0)).toMatchObject({
      refusals: [],
      notice: "1 image(s) added successfully!",
    });
    expect(pickPhotos("sell", [file(15_728_641)], 0)).toEqual({
      taken: [],
      refusals: ["File is too large (Max: 15MB)."],
      notice: undefined,
    });
  });

  it("R405 says it in the edit form's words", () => {
    expect(pickPhotos("edit", [file(15_728_641)], 0).refusals).toEqual([
      "Each image must be under 15MB",
    ]);
  });

  it("R380 R406 adds what fits of an over-full pick and reports the rest", () => {
    const { taken, refusals, notice } = pickPhotos("sell", small(4), 2);
    expect(taken).toHaveLength(3);
    expect(refusals).toEqual(["You can upload a maximum of 5 images."]);
    expect(notice).toBe("3 image(s) added successfully!");
  });

  it("R404 counts what the edited product already has", () => {
    expect(pickPhotos("edit", small(1), 5)).toEqual({
      taken: [],
      refusals: ["Maximum 5 images allowed (you have 5)"],
      notice: undefined,
    });
  });

  it("R203 reports how many were added to an edited product", () => {
    expect(pickPhotos("edit", small(2), 1).notice).toBe("Added 2 image(s)");
  });

  it("R381 refuses what says it is no image, and lets the decoder judge what says nothing", () => {
    expect(pickPhotos("sell", [file(10, "application/pdf"), file(10, "")], 0)).toMatchObject({
      taken: [{ type: "" }],
      refusals: ["This file is not a photo that can be read."],
    });
  });
});
