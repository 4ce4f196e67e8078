import { describe, expect, it } from "vitest";
import { fitInside, isReadyToSend } from "./photo-canvas.ts";

describe("size of an uploaded photo", () => {
  it("brings the longest side to 2048 pixels, whichever it is", () => {
    expect(fitInside(4000, 3000, 2048)).toEqual({ width: 2048, height: 1536 });
    expect(fitInside(3000, 4000, 2048)).toEqual({ width: 1536, height: 2048 });
  });

  it("never enlarges, and never ends at nothing", () => {
    expect(fitInside(640, 480, 2048)).toEqual({ width: 640, height: 480 });
    expect(fitInside(20_000, 3, 2048)).toEqual({ width: 2048, height: 1 });
  });

  it("leaves a small file alone, unless the server could not read its type", () => {
    const bytes = new Uint8Array(1000);
    expect(isReadyToSend(new Blob([bytes], { type: "image/jpeg" }), 2048, 1000)).toBe(true);
    expect(isReadyToSend(new Blob([bytes], { type: "image/jpeg" }), 2049, 1000)).toBe(false);
    expect(isReadyToSend(new Blob([bytes], { type: "image/heic" }), 800, 600)).toBe(false);
    expect(
      isReadyToSend(new Blob([new Uint8Array(500_000)], { type: "image/jpeg" }), 800, 600),
    ).toBe(false);
  });
});
