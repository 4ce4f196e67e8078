import type { ProductDraft, ProductInput } from "@market/contract/products/product-form";
import { checkProduct } from "@market/contract/products/product-form";
import type { MessageDraft } from "../message/read-message.ts";
import { guessCategory } from "../guess-category.ts";
import { whyNotReady } from "../readiness.ts";
import type { FormPhoto } from "../../photos/photo-queue.ts";

export const rowFields = ["name", "price", "category", "condition"] as const;
export type RowField = (typeof rowFields)[number];
export const fieldId = (row: Pick<Row, "key">, field: RowField) => `row-${row.key}-${field}`;
export const toggleId = ({ key }: Pick<Row, "key">) => `row-${key}-more`;

/** One item of many; `key` is the Idempotency-Key of its submit. */
export type Row = {
  key: string;
  photos: readonly string[];
  /** The row came from a message: it stays, even without photos, until it is removed. */
  isFromMessage?: true;
  name: string;
  price: string;
  category: string;
  condition: string;
  /** The rest of the message; otherwise the name says enough. */
  description?: string;
  failure?: string;
  faults?: Readonly<Partial<Record<RowField, string>>>;
  /** The row is unfolded; one that is refused unfolds itself. */
  isOpen?: boolean;
  /** The listing that it has become. */
  productId?: string;
};
export type Common = { address: string; locationType: string; leavingOn: string };

export const isListed = ({ productId }: Row) => productId !== undefined;

/** Gives each new photo to the first row from a message that has none, or a row of its own; photos that are gone leave their rows. */
export function withPhotos(rows: readonly Row[], photos: readonly FormPhoto[]): readonly Row[] {
  const there = new Set(photos.map(({ key }) => key));
  const remaining = rows.flatMap((row) => {
    if (isListed(row)) return [row];
    const left = row.photos.filter((key) => there.has(key));
    return left.length === 0 && !row.isFromMessage
      ? []
      : [left.length === row.photos.length ? row : { ...row, photos: left }];
  });
  const taken = new Set(rows.flatMap((row) => row.photos));
  const added = photos.filter(({ key }) => !taken.has(key)).map(({ key }) => key);
  const filled = remaining.map((row) => {
    const [key] = row.photos.length === 0 ? added.splice(0, 1) : [];
    return key === undefined ? row : { ...row, photos: [key], failure: undefined };
  });
  const isSame =
    added.length === 0 &&
    filled.length === rows.length &&
    filled.every((row, at) => row === rows[at]);
  return isSame ? rows : [...filled, ...added.map(rowOf)];
}

export function rowsOf(drafts: readonly MessageDraft[]): Row[] {
  return drafts.map(({ name, price, category, condition, description }) => ({
    ...rowOf(""),
    photos: [],
    isFromMessage: true,
    name,
    price: price === undefined ? "" : String(price),
    category: category ?? guessCategory(name) ?? "",
    ...(condition !== undefined && { condition }),
    ...(description !== "" && { description }),
  }));
}

const rowOf = (photo: string): Row => ({
  key: crypto.randomUUID(),
  photos: [photo],
  name: "",
  price: "",
  category: "",
  condition: "Used - Good",
});

/** The photos of one row become another's, which keeps its own words and takes those that it lacks. */
export function joined(rows: readonly Row[], from: Row, onto: Row, most: number): readonly Row[] {
  if (from === onto || onto.photos.length + from.photos.length > most) return rows;
  const one: Row = {
    ...onto,
    photos: [...onto.photos, ...from.photos],
    name: onto.name || from.name,
    price: onto.price || from.price,
    category: onto.category || from.category,
    failure: undefined,
    faults: undefined,
  };
  return rows.flatMap((row) => (row === from ? [] : [row === onto ? one : row]));
}

/** Adds the category that the name suggests while none is chosen. */
export function changed(row: Row, change: Partial<Row>): Row {
  const corrected = Object.keys(change);
  const faults = Object.fromEntries(
    Object.entries(row.faults ?? {}).filter(([field]) => !corrected.includes(field)),
  );
  const next = { ...row, ...change, failure: undefined, faults };
  const isNamed =
    change.name !== undefined && (row.category === "" || row.category === guessCategory(row.name));
  const category = guessCategory(next.name);
  return isNamed && category !== undefined
    ? { ...next, category, faults: { ...faults, category: undefined } }
    : next;
}

/** The row with its faults, so that all rows are checked before the first is sent. */
export function checked(row: Row, common: Common): Row {
  const read = isListed(row) ? { value: undefined } : readRow(row, common);
  const faults = "faults" in read ? read.faults : undefined;
  return { ...row, failure: undefined, faults, ...(faults && { isOpen: true }) };
}

/** The row as it is after it was refused: unfolded, with the reason at its fields, or below them. */
export function refused(row: Row, failure: string, faults: readonly Fault[]): Row {
  const own = faultsOf(faults);
  return { ...row, isOpen: true, faults: own, failure: own ? undefined : failure };
}

type Fault = { field: string; message: string };

function faultsOf(faults: readonly Fault[]): Row["faults"] {
  const own = rowFields.flatMap((field) => {
    const first = faults.find((fault) => fault.field === field);
    return first ? [[field, first.message] as const] : [];
  });
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

type Unready = { failure: string; faults: Row["faults"] };

/** Reads a row as a product, or returns its faults: as a sentence, and by field. */
export function readRow(row: Row, common: Common): { value: ProductInput } | Unready {
  const { name, price, category, condition, description = name } = row;
  const { address, locationType } = common;
  // A list of items says little about each.
  const draft: ProductDraft = {
    name,
    price,
    category,
    condition,
    address,
    locationType,
    description,
  };
  const { value, faults } = checkProduct("edit", draft, row.photos.length);
  if (value) return { value };
  return { failure: whyNotReady(faults) ?? faults[0].message, faults: faultsOf(faults) };
}
