import * as listingCalls from "@market/contract/products/calls";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import * as dealMessages from "@market/contract/deals/messages";
import { dayAndTimeOf } from "@market/contract/dates";
import { restoreDays } from "@market/contract/limits";
import { formatPrice } from "@market/contract/price";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { useChange } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";

/** The time until which a listing can be restored (R782, R1114). */
const endOf = (deletedAt: string) => new Date(Date.parse(deletedAt) + restoreDays * 86_400_000);

type Props = {
  /** Changes with each deletion. */
  deletions: number;
  onRestored: () => Promise<void>;
};

/** R782: what can still be brought back; nothing where there is nothing. */
export function DeletedListings({ deletions, onRestored }: Props) {
  const queryKey = ["own", "deleted-listings", deletions];
  const { data: products = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(listingCalls.deletedProducts, { signal })).products,
    placeholderData: keepPreviousData,
  });
  const change = useChange<typeof products>(queryKey);
  const { run, isPending, variables } = useAction(async (productId: string) => {
    const { message } = await call(listingCalls.restoreProduct, { params: { productId } });
    await onRestored();
    change((before) => before.filter(({ _id }) => _id !== productId));
    toast.success(message);
  });
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="recently-deleted" className="grid grid-cols-1 gap-2">
      <h3 id="recently-deleted" className="font-bold">
        {dealMessages.recentlyDeleted}
      </h3>
      <p className="text-muted text-sm">{dealMessages.restorableFor}</p>
      <ul className="grid grid-cols-1 gap-2">
        {products.map((product) => (
          <li
            key={product._id}
            className="bg-surface border-line rounded-card flex flex-wrap items-center gap-x-3 border py-1 pr-1 pl-4"
          >
            <span className="flex min-w-0 flex-1 basis-40 gap-2">
              <span className="truncate">{product.name}</span>
              <span className="text-muted tabular-nums">{formatPrice(product.price)}</span>
            </span>
            <span className="text-muted text-sm">
              {dealMessages.restorableUntil(dayAndTimeOf(endOf(product.deletedAt)))}
            </span>
            <Button
              kind="quiet"
              className="px-3 text-sm"
              busy={isPending && variables === product._id}
              aria-label={`${dealMessages.bringBack}: ${product.name}`}
              onClick={() => run(product._id)}
            >
              {dealMessages.bringBack}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
