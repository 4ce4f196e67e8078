import * as listingCalls from "@market/contract/products/calls";
import { useQuery } from "@tanstack/react-query";
import * as sellingMessages from "@market/contract/products/selling-messages";
import { formatPrice } from "@market/contract/price";
import type { ProductDraft } from "@market/contract/products/product-form";
import { call } from "../api/client.ts";
import { pause } from "../api/retry.ts";

/** Milliseconds after the last change of a name until its prices are requested. */
const rest = 500;

type Props = Pick<ProductDraft, "name" | "category" | "condition">;

/** R783: prices of similar items that were sold, once the form says what it is. */
export function PriceHint({ name, category, condition }: Props) {
  const q = name.trim();
  const query = { q, category, ...(condition !== "" && { condition }) };
  // A form without a hint is a form.
  const { data: hint } = useQuery({
    queryKey: ["own", "price-hint", query],
    queryFn: async ({ signal }) => {
      await pause(rest, signal);
      return (await call(listingCalls.priceHint, { query, signal })).hint ?? null;
    },
    enabled: q !== "" && category !== "",
  });
  return (
    <p role="status" className="text-muted -mt-5 text-sm empty:hidden">
      {hint && sellingMessages.soldAlike(formatPrice(hint.low), formatPrice(hint.high))}
    </p>
  );
}
