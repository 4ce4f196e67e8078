import { maxLength } from "@market/contract/limits";
import {
  categories,
  conditions,
  filterFields,
  locationTypes,
  priceRanges,
  sorts,
  type ProductFilter,
} from "@market/contract/products";
import { searchTextOf } from "@market/contract/text";

export type FilterField = (typeof filterFields)[number];
/** What the address of the Buy page says of its list: the four filters (R289), absent ones filter nothing, the search text and the order. */
export type ListChoice = Partial<Pick<ProductFilter, FilterField | "q" | "sort">>;

export const filterChoices = {
  category: categories,
  condition: conditions,
  priceRange: priceRanges,
  locationType: locationTypes,
} as const satisfies Record<FilterField, readonly string[]>;

/**
 * Reads filters, search text and sort from the search part of an address. What is not one of the
 * lists is left out; a raw plus arrives as a space (Q43).
 */
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

/**
 * The search part of an address with one filter or the sort changed; undefined takes it out.
 * Whatever else stands in the address stays.
 */
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

/** The filters that are set, in the order in which the panel shows them. */
export function appliedFilters(choice: ListChoice): { field: FilterField; value: string }[] {
  const fields = Object.keys(filterChoices) as FilterField[];
  return fields.flatMap((field) => {
    const value = choice[field];
    return value === undefined ? [] : [{ field, value }];
  });
}

/** Whether two addresses ask for the same list: one text per list. */
export function choiceKey(choice: ListChoice): string {
  return withChoice(new URLSearchParams(), filled(choice)).toString();
}

function filled(choice: ListChoice): ListChoice {
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined));
}
