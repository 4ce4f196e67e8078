import { describe, expect, it } from "vitest";
import { greetingOf } from "./greeting-of.ts";

describe("the bar's greeting", () => {
  it.each([
    ["R058 the first word", "Asha Patnaik", "Asha"],
    ["R058 the only word", " asha ", "asha"],
    ["R059 the fallback for an empty name", "", "User"],
    ["R059 the fallback for blank", "  ", "User"],
  ])("%s", (_, displayName, firstWord) => {
    expect(greetingOf(displayName).firstWord).toBe(firstWord);
  });

  it.each([
    ["R060 the upper-case first letter", "asha patnaik", "A"],
    ["R060 a letter of any script", "ऋषि", "ऋ"],
    ["R061 the fallback for an empty name", " ", "U"],
  ])("%s is the avatar's letter", (_, displayName, initial) => {
    expect(greetingOf(displayName).initial).toBe(initial);
  });
});
