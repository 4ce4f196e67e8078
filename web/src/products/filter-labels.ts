import { groupDigits } from "@market/contract/price";
import { locationLabels, type LocationType } from "@market/contract/products";
import type { FilterField } from "./filters.ts";

/** What a screen calls one value of a filter. */
export function filterLabel(field: FilterField, value: string): string {
  if (field === "locationType") return locationLabels[value as LocationType];
  return field === "priceRange" ? priceLabel(value) : value;
}

function priceLabel(range: string): string {
  const grouped = range.replace(/\d+/g, groupDigits);
  return `₹${grouped.replace("-", "–")}`;
}
