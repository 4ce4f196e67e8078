import { describe, expect, it } from "vitest";
import { guessCategory } from "./guess-category.ts";

describe("the category that a name suggests", () => {
  it.each([
    ["Hero Sprint cycle", "Mobility & Transport"],
    ["Bicycles", "Mobility & Transport"],
    ["Study lamp, warm light", "Study Essentials"],
    ["kursi for hostel", "Room & Living"],
    ["Gadda", "Room & Living"],
    ["iPhone 12 charger", "Tech & Accessories"],
    ["Cricket bat", "Health & Fitness"],
    ["Blue kurta", "Fashion & Lifestyle"],
    ["Engineering notes", "Study Essentials"],
    ["Battery", "Tech & Accessories"],
    ["Penthouse", undefined],
    ["", undefined],
    ["123", undefined],
  ])("R612 of %j is %s", (name, category) => {
    expect(guessCategory(name)).toBe(category);
  });

  it.each([
    ["Kurshi, wooden", "Room & Living"],
    ["palangh", "Room & Living"],
    ["पंखा", "Room & Living"],
  ])("R1159 of %j, which only the search's list has, is %s", (name, category) => {
    expect(guessCategory(name)).toBe(category);
  });
});
