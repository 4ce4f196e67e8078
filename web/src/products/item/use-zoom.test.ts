import { describe, expect, it } from "vitest";
import { bounded, fitted, wholeView, zoomAt } from "./use-zoom.ts";

const phone = { width: 360, height: 720 };

describe("looking at a photo closely", () => {
  it("fits portraits and panoramas whole", () => {
    expect(fitted({ width: 960, height: 1280 }, phone)).toEqual({ width: 360, height: 480 });
    expect(fitted({ width: 1280, height: 320 }, phone)).toEqual({ width: 360, height: 90 });
  });

  it("keeps what is under the finger under it", () => {
    const view = zoomAt(wholeView, 2, { x: 100, y: -50 });
    expect(view).toEqual({ scale: 2, x: -100, y: 50 });
    expect(zoomAt(view, 1, { x: 100, y: -50 })).toEqual({ scale: 1, x: 0, y: 0 });
  });

  it("goes neither below the whole photo nor beyond five times", () => {
    expect(zoomAt(wholeView, 0.2, { x: 0, y: 0 }).scale).toBe(1);
    expect(zoomAt(wholeView, 40, { x: 0, y: 0 }).scale).toBe(5);
  });

  it("cannot be pushed off the stage", () => {
    const shown = { width: 360, height: 480 };
    expect(bounded({ scale: 2, x: 900, y: -900 }, shown, phone)).toEqual({
      scale: 2,
      x: 180,
      y: -120,
    });
    expect(bounded({ scale: 1, x: 40, y: 40 }, shown, phone)).toEqual({ scale: 1, x: 0, y: 0 });
  });
});
