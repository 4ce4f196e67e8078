import { describe, expect, it } from "vitest";
import { catalogueName, oftenListed, suggest } from "./suggest.ts";

const named = (name: string, listings = 1) => catalogueName({ name, listings });
const names = [
  named("Study lamp, warm"),
  named("Red city cycle"),
  named("Geared cycle, 21 speed"),
  named("Bicycle pump"),
];

describe("suggestions for a search that is being typed", () => {
  it("R1157 are own searches, then categories, then names of the catalogue", () => {
    expect(suggest("cyc", ["cycle pump", "lamp"], names)).toEqual([
      { kind: "recent", text: "cycle pump" },
      { kind: "name", text: "Red city cycle" },
      { kind: "name", text: "Geared cycle, 21 speed" },
    ]);
    expect(suggest("kursi", [], names)).toEqual([{ kind: "category", text: "Room & Living" }]);
    expect(suggest("fash", [], names)).toEqual([{ kind: "category", text: "Fashion & Lifestyle" }]);
    expect(suggest("city red", [], names)).toEqual([{ kind: "name", text: "Red city cycle" }]);
    expect(suggest(" !", ["lamp"], names)).toEqual([]);
  });

  it("R1157 are eight at most", () => {
    const many = Array.from({ length: 100 }, (_, nth) =>
      named(`Cycle number ${nth} of a long list`),
    );
    const own = ["cycle one", "cycle two", "cycle three", "cycle four"];
    const found = suggest("cycle", own, many);
    expect(found.map(({ kind }) => kind).join(" ")).toBe(
      "recent recent recent category name name name name",
    );
  });

  it("R1158 what is listed most comes first", () => {
    expect(oftenListed(names)).toEqual(["cycle", "lamp", "pump"]);
    expect(oftenListed([...names, named("Table fan", 3)])).toEqual([
      "fan",
      "cycle",
      "lamp",
      "pump",
    ]);
  });
});
