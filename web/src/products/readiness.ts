import type { FormFault } from "@market/contract/product-form";

const words: Record<FormFault["field"], string> = {
  images: "a photo",
  name: "a name",
  price: "a price",
  category: "a category",
  condition: "a condition",
  locationType: "a location type",
  address: "an address",
  description: "a description",
};
const order = Object.keys(words) as FormFault["field"][];

/**
 * Why a form cannot be sent yet, in one short line: what is missing, in the order of the screen, or
 * else what is wrong.
 * @returns undefined when nothing is
 */
export function whyNotReady(faults: readonly FormFault[]): string | undefined {
  const missing = order.filter((field) =>
    faults.some(
      (fault) =>
        fault.field === field && (fault.code === "required" || fault.code === "image-required"),
    ),
  );
  if (missing.length === 0) return faults[0]?.message;
  const named = missing.slice(0, missing.length > 3 ? 2 : 3).map((field) => words[field]);
  if (missing.length > 3) named.push(`${missing.length - 2} more`);
  return `Add ${new Intl.ListFormat("en", { type: "conjunction" }).format(named)}`;
}
