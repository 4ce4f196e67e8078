import { expect, it } from "vitest";
import type { FormPhoto } from "../../photos/photo-queue.ts";
import { rowsOf, withPhotos } from "./rows.ts";

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
