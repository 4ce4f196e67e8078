import { afterEach, describe, expect, it, vi } from "vitest";
import { openBrowser } from "../test/browser.ts";
import { readFeatures, writeDescription } from "./description-writer.ts";

const problem = (status: number, code: string, message: string) =>
  Response.json({ success: false, code, message, status }, { status });

describe("the features of a description", () => {
  it("R138 are separated by commas", () => {
    expect(readFeatures("two years old, new tyres,  lock  included")).toEqual([
      "two years old",
      "new tyres",
      "lock included",
    ]);
  });

  it("R138 are listed once, without the empty ones", () => {
    expect(readFeatures(" , red,,red ,\nblue, ")).toEqual(["red", "blue"]);
    expect(readFeatures("  ")).toEqual([]);
  });

  it("D04 are at most ten of at most fifty characters", () => {
    const eleven = Array.from({ length: 11 }, (_, place) => `feature ${place}`);
    expect(readFeatures(eleven.join(","))).toEqual(eleven.slice(0, 10));
    expect(readFeatures("x".repeat(51))).toEqual(["x".repeat(50)]);
  });
});

describe("the description writer", () => {
  const going = () => new AbortController().signal;
  const writeWith = (answer: () => Promise<Response>) => {
    openBrowser(answer);
    return writeDescription("Cycle", ["red"], going());
  };
  afterEach(() => vi.unstubAllGlobals());

  it("R350 hands on what was written, and by whom", async () => {
    const written = { description: "A red cycle.", writer: "local" };
    expect(await writeWith(async () => Response.json(written))).toEqual({ written });
  });

  it("R470 says that a refusal is one, with the server's reason", async () => {
    const refused = problem(429, "description-quota", "Please try again later.");
    expect(await writeWith(async () => refused)).toEqual({
      failure: "Failed to generate description",
      reason: "Please try again later.",
    });
  });

  it("R470 says the same of a refusal without a reason", async () => {
    expect(
      await writeWith(async () => new Response("<h1>Bad Gateway</h1>", { status: 502 })),
    ).toMatchObject({ failure: "Failed to generate description" });
  });

  it("R471 says that the call failed when no answer arrives or none can be read", async () => {
    const failure = { failure: "Error generating description" };
    expect(await writeWith(() => Promise.reject(new TypeError("Failed to fetch")))).toEqual(
      failure,
    );
    expect(await writeWith(async () => new Response("<html>"))).toEqual(failure);
  });
});
