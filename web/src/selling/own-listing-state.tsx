import * as listingCalls from "@market/contract/products/calls";
import { mostReservedDays } from "@market/contract/limits";
import * as cardsMessages from "@market/contract/cards/messages";
import { weekdayOf } from "@market/contract/dates";
import * as dealMessages from "@market/contract/deals/messages";
import { dayOf } from "@market/contract/products/product-form";
import type { OwnProduct, Product } from "@market/contract/products/product";
import { useState } from "react";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { Button } from "../ui/button.tsx";
import { CloseButton, Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { toast } from "../ui/toast.ts";

type Props = {
  product: OwnProduct;
  onChanged: (change: Partial<Pick<Product, "expired" | "reservedUntil">>) => void;
};

/** Renews an expired listing (R780). */
export function Renew({ product, onChanged }: Props) {
  const params = { productId: product._id };
  const { run: renew, isPending } = useAction(async () => {
    toast.success((await call(listingCalls.renewProduct, { params })).message);
    onChanged({ expired: undefined });
  });
  return (
    <div className="bg-sunken rounded-button mt-2 flex flex-wrap items-center gap-2 p-3">
      <p className="min-w-0 flex-1 basis-40 text-sm font-bold">{dealMessages.expiredOwn}</p>
      <Button className="px-4 text-sm" busy={isPending} onClick={() => renew()}>
        {dealMessages.renew}
      </Button>
    </div>
  );
}

const dayLength = 86_400_000;

/** The ends of today and of the days after it on the campus, as far as a reservation may last. */
function endsOfDays(now: number): string[] {
  return Array.from({ length: mostReservedDays }, (_, days) =>
    new Date(`${dayOf(now + days * dayLength)}T23:59:59+05:30`).toISOString(),
  );
}

export function Reservation({ product, onChanged }: Props) {
  const params = { productId: product._id };
  const { run: release, isPending } = useAction(async () => {
    toast.success((await call(listingCalls.releaseProduct, { params })).message);
    onChanged({ reservedUntil: undefined });
  });
  if (product.reservedUntil === undefined) return null;
  return (
    <div className="bg-marigold text-on-marigold rounded-button mt-2 flex flex-wrap items-center gap-x-3 pl-3">
      <p className="min-w-0 grow text-sm font-bold">
        {cardsMessages.reservedUntil(weekdayOf(product.reservedUntil))}
      </p>
      <Button
        kind="quiet"
        className="text-on-marigold px-3 text-sm hover:bg-transparent"
        busy={isPending}
        onClick={() => release()}
      >
        {dealMessages.release}
      </Button>
    </div>
  );
}

export function Reserve({ product, onChanged }: Props) {
  const [asking, setAsking] = useState<string[]>();
  const params = { productId: product._id };
  const { run: reserve, isPending } = useAction(async (until: string) => {
    setAsking(undefined);
    toast.success((await call(listingCalls.reserveProduct, { params, body: { until } })).message);
    onChanged({ reservedUntil: until });
  });
  return (
    <>
      <Button
        kind="quiet"
        className="px-3! text-sm"
        busy={isPending}
        aria-label={`${dealMessages.reserve}: ${product.name}`}
        onClick={() => setAsking(endsOfDays(Date.now()))}
      >
        <Icon name="clock" />
        {dealMessages.reserve}
      </Button>
      {asking && (
        <Dialog
          open
          onClose={() => setAsking(undefined)}
          label={dealMessages.reserveUntil}
          className="dialog-sheet"
        >
          <div className="grid gap-3 p-4 md:p-6">
            <div className="flex items-center justify-between gap-4">
              <h2 className="text-xl font-bold">{dealMessages.reserveUntil}</h2>
              <CloseButton onClick={() => setAsking(undefined)} />
            </div>
            <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
              {asking.map((until, days) => (
                <Button key={until} kind="plain" onClick={() => reserve(until)}>
                  {days === 0 ? dealMessages.endOfToday : weekdayOf(until)}
                </Button>
              ))}
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
