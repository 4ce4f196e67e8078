import { filterFields } from "@market/contract/products/product";

const fields = [...filterFields, "q", "sort"];

/** Whether an address of the home page shows results instead. */
export const isListAddress = (search: URLSearchParams): boolean =>
  fields.some((field) => search.has(field));
