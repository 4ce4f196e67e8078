import { describe, expect, it } from "vitest";
import { viewsAndContacts } from "./messages.ts";

describe("the counts of an own listing", () => {
  it.each([
    [1, 0, "1 view · 0 enquiries"],
    [12, 3, "12 views · 3 enquiries"],
    [0, 2, "2 views · 2 enquiries"],
  ])("R605 R1151 of %i views and %i contacts are %s", (views, contacts, words) => {
    expect(viewsAndContacts(views, contacts)).toBe(words);
  });
});
