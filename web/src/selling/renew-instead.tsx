import { dayAndMonthOf } from "@market/contract/dates";
import * as calls from "@market/contract/products/calls";
import type { ProductDraft } from "@market/contract/products/product-form";
import * as sellingMessages from "@market/contract/products/selling-messages";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { paths } from "../routing/paths.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";
import { listedBefore } from "./listed-before.ts";

/** Own listings as they were when the name was typed. */
export const ownBefore = ["own", "listed-before"];

/** Offers to renew an own listing that the new one may repeat (R1115). What was typed stays as the draft. */
export function RenewInstead({ fields }: { fields: ProductDraft }) {
  const navigate = useNavigate();
  // A form without the offer is a form.
  const { data: own = [] } = useQuery({
    queryKey: ownBefore,
    queryFn: async ({ signal }) => (await call(calls.ownProducts, { signal })).products,
    enabled: fields.name.trim() !== "",
  });
  const {
    run: renew,
    isPending,
    variables,
  } = useAction(async (productId: string) => {
    const { message } = await call(calls.renewProduct, { params: { productId } });
    toast.success(message);
    await navigate(paths.item(productId));
  });
  return (
    <div role="status" className="-mt-3 grid gap-2 empty:hidden">
      {listedBefore(fields, own).map(({ _id: productId, name, createdAt }) => (
        <div
          key={productId}
          className="bg-mint text-on-mint rounded-card flex flex-wrap items-center justify-between gap-x-3 p-2 pl-4"
        >
          <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
            {sellingMessages.looksLikeYour(name, dayAndMonthOf(createdAt))}
          </span>
          <Button
            aria-label={sellingMessages.renewNamed(name)}
            busy={isPending && variables === productId}
            onClick={() => renew(productId)}
          >
            {sellingMessages.renewIt}
          </Button>
        </div>
      ))}
    </div>
  );
}
