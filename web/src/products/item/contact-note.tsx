import * as dealMessages from "@market/contract/deals/messages";
import * as itemMessages from "@market/contract/products/messages";
import { Icon } from "../../ui/more-icons.tsx";
import { useAddress } from "./addresses.ts";

/** The line above the chat (R604): after a contact it says where to meet. */
export function ContactNote({ productId }: { productId: string }) {
  const address = useAddress(productId);
  return (
    <div aria-live="polite">
      {address === undefined ? (
        <p className="text-muted flex items-center gap-1.5 text-xs sm:text-sm">
          <Icon name="hand" className="size-4" />
          {dealMessages.stayingSafe}
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

/** Says who can see the student's own number. */
export const NumberNote = () => (
  <p className="text-muted flex items-center gap-1.5 text-sm">
    <Icon name="lock" className="size-4" />
    <span className="min-w-0">{itemMessages.numberShared}</span>
  </p>
);
