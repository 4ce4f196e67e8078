import * as listingCalls from "@market/contract/listing-calls";
import * as sellingMessages from "@market/contract/messages/selling";
import { formatPrice } from "@market/contract/price";
import type { ProductDraft } from "@market/contract/product-form";
import { useEffect, useState } from "react";
import { call } from "../api/client.ts";

/** Milliseconds that a name rests before it is asked for. */
const rest = 500;

type Props = Pick<ProductDraft, "name" | "category" | "condition">;

/** R783: for what similar things were sold, once the form says what it is. */
export function PriceHint({ name, category, condition }: Props) {
  const [hint, setHint] = useState<{ for: string; text: string }>();
  const q = name.trim();
  const asked = q === "" || category === "" ? "" : JSON.stringify([q, category, condition]);
  useEffect(() => {
    if (asked === "") return undefined;
    const leaving = new AbortController();
    const [words, kind, state] = JSON.parse(asked) as [string, string, string];
    const query = { q: words, category: kind, ...(state !== "" && { condition: state }) };
    const timer = setTimeout(() => {
      call(listingCalls.priceHint, { query, signal: leaving.signal }).then(
        (answer) => {
          const { low, high } = answer.hint ?? {};
          const text =
            low === undefined || high === undefined
              ? ""
              : sellingMessages.soldAlike(formatPrice(low), formatPrice(high));
          setHint({ for: asked, text });
        },
        // A form without a hint is a form.
        () => undefined,
      );
    }, rest);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [asked]);
  return (
    <p role="status" className="text-muted -mt-5 text-sm empty:hidden">
      {hint?.for === asked && asked !== "" ? hint.text : ""}
    </p>
  );
}
