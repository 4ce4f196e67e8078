import { checkProduct, type FormFault, type ProductDraft } from "@market/contract/product-form";

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
/** The fields as they stand on the screen. */
const order = Object.keys(words) as FormFault["field"][];

const isMissing = ({ code }: FormFault) => code === "required" || code === "image-required";

/**
 * Why a form cannot be sent yet, in one short line: what is missing, in the order of the screen, or
 * else what is wrong.
 * @returns undefined when nothing is
 */
export function whyNotReady(faults: readonly FormFault[]): string | undefined {
  const missing = order.filter((field) =>
    faults.some((fault) => fault.field === field && isMissing(fault)),
  );
  if (missing.length === 0) return faults[0]?.message;
  const named = missing.slice(0, missing.length > 3 ? 2 : 3).map((field) => words[field]);
  if (missing.length > 3) named.push(`${missing.length - 2} more`);
  return `Add ${new Intl.ListFormat("en", { type: "conjunction" }).format(named)}`;
}

/**
 * What to write under the fields, from the top of the screen down. The sell form's one sentence for
 * everything that is missing says little eight times over: the edit form's sentences name the field.
 */
export function faultsOnScreen(
  faults: readonly FormFault[],
  fields: ProductDraft,
  photos: number,
): { field: FormFault["field"]; message: string }[] {
  const named = checkProduct("edit", fields, photos).faults ?? [];
  return faults
    .map((fault) => {
      const same = named.find(({ field, code }) => field === fault.field && code === fault.code);
      return {
        field: fault.field,
        message: isMissing(fault) && same ? same.message : fault.message,
      };
    })
    .sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
}
