import * as calls from "@market/contract/deals/calls";
import * as messages from "@market/contract/notices/messages";
import type { Product } from "@market/contract/products/product";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { useSession } from "../../identity/session.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/more-icons.tsx";
import { useAddress } from "./addresses.ts";
import { useSeller } from "./seller-line.tsx";

/** Lets students who have viewed the number say that it was sold (R1058). */
export function SoldWord({ product }: { product: Product }) {
  const { _id: productId, isSold, expired, seller } = product;
  const isSignedIn = useSession().status === "signed-in";
  const known = useSeller(seller._id, isSignedIn);
  const hasAskedNow = useAddress(productId) !== undefined;
  const [isSaid, setSaid] = useState(false);
  const { run: say, isPending } = useAction(async () => {
    await call(calls.putOutcome, { params: { productId }, body: { sold: true } });
    setSaid(true);
  });
  const hasAsked = isSignedIn && (hasAskedNow || known?.contacted?.includes(productId));
  if (!hasAsked || isSold || expired) return null;
  return (
    <div role="status" className="-ml-3 justify-self-start">
      {isSaid ? (
        <p className="text-muted flex min-h-12 items-center px-3">{messages.thanks}</p>
      ) : (
        <Button kind="quiet" className="text-muted px-3" busy={isPending} onClick={() => say()}>
          {!isPending && <Icon name="check" />}
          {messages.itWasSold}
        </Button>
      )}
    </div>
  );
}
