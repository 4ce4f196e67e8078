import * as listingCalls from "@market/contract/products/calls";
import * as sellingMessages from "@market/contract/products/selling-messages";
import { formatPrice } from "@market/contract/price";
import type { ProductDraft } from "@market/contract/products/product-form";
import { call } from "../api/client.ts";
import { pause } from "../api/retry.ts";
import { useFetch } from "../browser/use-fetch.ts";

/** Milliseconds that a name rests before it is asked for. */
const rest = 500;

type Props = Pick<ProductDraft, "name" | "category" | "condition">;

/** R783: for what similar things were sold, once the form says what it is. */
export function PriceHint({ name, category, condition }: Props) {
  const q = name.trim();
  const asked = q === "" || category === "" ? "" : JSON.stringify([q, category, condition]);
  // A form without a hint is a form.
  const { data } = useFetch(
    async (signal) => {
      await pause(rest, signal);
      const query = { q, category, ...(condition !== "" && { condition }) };
      const { hint } = await call(listingCalls.priceHint, { query, signal });
      return { for: asked, hint };
    },
    { key: asked, skip: asked === "" },
  );
  const hint = asked === "" || data?.for !== asked ? undefined : data.hint;
  return (
    <p role="status" className="text-muted -mt-5 text-sm empty:hidden">
      {hint && sellingMessages.soldAlike(formatPrice(hint.low), formatPrice(hint.high))}
    </p>
  );
}
