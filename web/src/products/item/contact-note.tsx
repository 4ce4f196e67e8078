import * as dealMessages from "@market/contract/deals/messages";
import * as requestMessages from "@market/contract/deals/request-messages";
import * as itemMessages from "@market/contract/products/messages";
import type { Product } from "@market/contract/products/product";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../identity/session.ts";
import { Icon } from "../../ui/more-icons.tsx";
import { useAddress } from "./addresses.ts";
import { madeRequests, sentenceOf } from "./made-requests.ts";

/** The line above the chat (R604): after a contact it says where to meet, and if buyers ask first, where the request stands. */
export function ContactNote({ product }: { product: Product }) {
  const address = useAddress(product._id);
  return (
    <div aria-live="polite">
      {address === undefined ? (
        <p className="text-muted flex items-center gap-1.5 text-xs sm:text-sm">
          {product.contact === "ask" ? (
            <AskNote productId={product._id} />
          ) : (
            <>
              <Icon name="hand" className="size-4" />
              {dealMessages.stayingSafe}
            </>
          )}
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

function AskNote({ productId }: { productId: string }) {
  const isSignedIn = useSession().status === "signed-in";
  const { data: made = [] } = useQuery({ ...madeRequests, enabled: isSignedIn });
  const request = made.find((each) => each.productId === productId);
  return (
    <>
      <Icon name="lock" className="size-4" />
      <span className="min-w-0">
        {request === undefined ? requestMessages.willAsk : sentenceOf(request.state, request.with)}
      </span>
    </>
  );
}

export const NumberNote = () => (
  <p className="text-muted flex items-center gap-1.5 text-sm">
    <Icon name="lock" className="size-4" />
    <span className="min-w-0">{itemMessages.numberShared}</span>
  </p>
);
