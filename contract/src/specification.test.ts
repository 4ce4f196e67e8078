import { describe, expect, it } from "vitest";
import { categories, conditions, locationTypes, priceRanges } from "./products/product.ts";
import { avatarStyles, countries, countryNames, semesters } from "./students/student.ts";

/** The contract against section 3 of the specification, letter by letter. */

describe("enumerations (section 3)", () => {
  it("categories", () => {
    expect(categories).toEqual([
      "Study Essentials",
      "Room & Living",
      "Tech & Accessories",
      "Health & Fitness",
      "Mobility & Transport",
      "Fashion & Lifestyle",
    ]);
  });

  it("conditions", () => {
    expect(conditions).toEqual(["New", "Like New", "Used - Good", "Used - Acceptable"]);
  });

  it("R302 R303 location types", () => {
    expect(locationTypes).toEqual(["On-Campus", "nearby"]);
  });

  it("price ranges", () => {
    expect(priceRanges).toEqual(["0-100", "100-500", "500-1000", "1000-2000", "2000-5000+"]);
  });

  it("R309 R508 semesters, eight of them", () => {
    const labels = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"];
    expect(semesters).toEqual(labels.map((label) => `${label} Semester`));
  });

  it.each([
    ["R311", "India", "+91"],
    ["R312", "Nepal", "+977"],
    ["R313", "USA", "+1"],
    ["R314", "UK", "+44"],
    ["R315", "Australia", "+61"],
    ["R316", "Bangladesh", "+880"],
    ["R317", "Japan", "+81"],
    ["R318", "France", "+33"],
    ["R319", "Germany", "+49"],
  ])("%s %s with the code %s", (id, name, code) => {
    expect(countries[Number(id.slice(1)) - 311]).toMatchObject({ name, code });
  });

  it("R320 Other, last and without a code of its own", () => {
    expect(countryNames.at(-1)).toBe("Other");
    expect(countries).toHaveLength(9);
  });

  it("avatar styles of both sets", () => {
    expect(avatarStyles).toEqual({
      male: ["adventurer", "bottts", "micah", "thumbs", "big-ears"],
      female: ["fun-emoji", "big-smile", "lorelei", "croodles", "pixel-art-neutral"],
    });
  });
});
