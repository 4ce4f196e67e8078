import { maxLength } from "@market/contract/limits";
import { groupDigits } from "@market/contract/price";
import {
  categories,
  conditions,
  filterFields,
  locationLabels,
  type LocationType,
  locationTypes,
  priceRanges,
  sorts,
  type ProductFilter,
} from "@market/contract/products/product";
import { searchTextOf } from "@market/contract/text";

export type FilterField = (typeof filterFields)[number];
/** The four filters (R289), the search text and the order; an absent one has no effect. */
export type ListChoice = Partial<Pick<ProductFilter, FilterField | "q" | "sort">>;
export type FilterProps = { choice: ListChoice; onChange: (change: ListChoice) => void };

export const filterChoices = {
  category: categories,
  condition: conditions,
  priceRange: priceRanges,
  locationType: locationTypes,
} as const satisfies Record<FilterField, readonly string[]>;

/** The panel's filters; categories have chips instead. */
export const panelFields = [
  "condition",
  "priceRange",
  "locationType",
] as const satisfies FilterField[];

/** Reads an address. Unknown values are left out; a raw plus arrives as a space (Q43). */
export function readChoice(search: URLSearchParams): ListChoice {
  const value = <const T extends string>(name: string, known: readonly T[]) => {
    const given = search.get(name)?.replace(/ $/, "+");
    return known.find((choice) => choice === given);
  };
  const choice: ListChoice = {
    category: value("category", categories),
    condition: value("condition", conditions),
    priceRange: value("priceRange", priceRanges),
    locationType: value("locationType", locationTypes),
    q: searchTextOf(search.get("q")?.slice(0, maxLength.search)),
    sort: value("sort", sorts),
  };
  return filled(choice);
}

/** Changes a search part; undefined takes a value out, and everything else stays. */
export function withChoice(search: URLSearchParams, change: ListChoice): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** Resets all four filters and nothing else (R117). */
export function withoutFilters(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const field of filterFields) next.delete(field);
  return next;
}

export function appliedFilters(
  choice: ListChoice,
  fields = Object.keys(filterChoices) as readonly FilterField[],
): { field: FilterField; value: string }[] {
  return fields.flatMap((field) => {
    const value = choice[field];
    return value === undefined ? [] : [{ field, value }];
  });
}

/** The same text for all addresses of the same list. */
export function choiceKey(choice: ListChoice): string {
  return withChoice(new URLSearchParams(), filled(choice)).toString();
}

function filled(choice: ListChoice): ListChoice {
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined));
}

export function filterLabel(field: FilterField, value: string): string {
  if (field === "locationType") return locationLabels[value as LocationType];
  if (field !== "priceRange") return value;
  return `₹${value.replace(/\d+/g, groupDigits).replace("-", "–")}`;
}
