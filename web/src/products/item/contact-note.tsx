import * as itemMessages from "@market/contract/products/messages";
import { Icon } from "../../ui/more-icons.tsx";
import { useAddress } from "./addresses.ts";

type Props = { productId: string; className: string };

export function ContactNote({ productId, className }: Props) {
  const address = useAddress(productId);
  return (
    <div aria-live="polite" className={className}>
      {address === undefined ? (
        <p className="text-muted flex items-center gap-1.5 text-xs">
          <Icon name="lock" className="size-4 shrink-0" />
          {itemMessages.numberShared}
        </p>
      ) : (
        <p className="flex max-h-[20dvh] items-start gap-1.5 overflow-y-auto text-sm">
          <Icon name="pin" className="text-primary size-5 shrink-0" />
          <span className="min-w-0">
            <strong className="font-bold">{itemMessages.meetAt}</strong> {address}
          </span>
        </p>
      )}
    </div>
  );
}
