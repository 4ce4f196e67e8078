import {
  checkProduct,
  type FormFault,
  type ProductDraft,
} from "@market/contract/products/product-form";
import * as sellingMessages from "@market/contract/products/selling-messages";

const order = Object.keys(sellingMessages.missing) as FormFault["field"][];

const isMissing = ({ code }: Pick<FormFault, "code">) =>
  code === "required" || code === "image-required";

/** Why a form cannot be sent yet, in one short line; undefined when it can. */
export function whyNotReady(faults: readonly FormFault[]): string | undefined {
  const missing = order.filter((field) =>
    faults.some((fault) => fault.field === field && isMissing(fault)),
  );
  if (missing.length === 0) return faults[0]?.message;
  const named: string[] = missing
    .slice(0, missing.length > 3 ? 2 : 3)
    .map((field) => sellingMessages.missing[field]);
  if (missing.length > 3) named.push(sellingMessages.more(missing.length - 2));
  return sellingMessages.add(named);
}

/** The faults in the order of the screen, in the edit form's sentences, which name the missing fields. */
export function faultsOnScreen(
  faults: readonly FormFault[],
  fields: ProductDraft,
  photos: number,
): { field: FormFault["field"]; message: string }[] {
  const named = checkProduct("edit", fields, photos).faults ?? [];
  return faults
    .map(({ field, code, message }) => {
      const same = named.find((fault) => field === fault.field && code === fault.code);
      return { field, message: (isMissing({ code }) && same?.message) || message };
    })
    .sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
}
