import { expect, it } from "vitest";
import type { FormPhoto } from "../../photos/photo-queue.ts";
import { changed, checked, refused, type Row, rowsOf, withPhotos } from "./rows.ts";

const photo = (key: string) => ({ key, name: key, step: { name: "uploaded" } }) as FormPhoto;
const drafts = [
  { name: "Table fan", price: 600, description: "Three speeds.", removed: [] },
  { name: "Bucket", description: "", removed: [] },
];

it("R1075 the items of a message wait for photos, which go to them in order", () => {
  const rows = rowsOf(drafts);
  expect(withPhotos(rows, [])).toBe(rows);
  const one = withPhotos(rows, [photo("a")]);
  expect(one.map(({ name, photos }) => [name, photos])).toEqual([
    ["Table fan", ["a"]],
    ["Bucket", []],
  ]);
  const more = withPhotos(one, ["a", "b", "c"].map(photo));
  expect(more.map(({ name, photos }) => [name, photos])).toEqual([
    ["Table fan", ["a"]],
    ["Bucket", ["b"]],
    ["", ["c"]],
  ]);
  const fewer = withPhotos(more, [photo("a")]);
  expect(fewer.map(({ name, photos }) => [name, photos])).toEqual([
    ["Table fan", ["a"]],
    ["Bucket", []],
  ]);
});

const common = { address: "Hostel 4 gate", locationType: "On-Campus", leavingOn: "2027-05-01" };
const rowWith = (change: Partial<Row>): Row => ({
  key: "one",
  photos: ["a"],
  name: "Zzyx",
  price: "350",
  category: "Room & Living",
  condition: "New",
  ...change,
});

it("R1206 a row that the form refuses unfolds, and one that is right stays as it is", () => {
  expect(checked(rowWith({ category: "" }), common)).toMatchObject({
    isOpen: true,
    faults: { category: "Category is required" },
  });
  expect(checked(rowWith({}), common)).not.toHaveProperty("isOpen");
  expect(checked(rowWith({ isOpen: true }), common).isOpen).toBe(true);
});

it("R1206 a refusal of the server stands at its field, or below the row", () => {
  const fault = { field: "condition", message: "Helmets are sold new." };
  const atField = refused(rowWith({}), "The form has faults.", [fault]);
  expect(atField).toMatchObject({ isOpen: true, faults: { condition: "Helmets are sold new." } });
  expect(atField.failure).toBeUndefined();
  const elsewhere = { field: "address", message: "Too long." };
  expect(refused(rowWith({}), "The form has faults.", [elsewhere])).toMatchObject({
    isOpen: true,
    failure: "The form has faults.",
    faults: undefined,
  });
  expect(changed(atField, { condition: "New" })).toMatchObject({ isOpen: true, faults: {} });
});
