import * as calls from "@market/contract/deals/calls";
import * as messages from "@market/contract/deals/request-messages";
import type { Product, RequestState } from "@market/contract/products/product";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../ui/button.tsx";
import { CloseButton, Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { readAgain, sentenceOf } from "./made-requests.ts";
import { useSeller } from "./seller-line.tsx";

type Props = { product: Product; state: RequestState; isNew: boolean; onClose: () => void };

export function RequestDialog({ product, onClose, ...began }: Props) {
  const [{ state, isNew }, setRequest] = useState(began);
  const seller = useSeller(product.seller._id, true)?.name ?? messages.theSeller;
  const queries = useQueryClient();
  const params = { productId: product._id };
  const { run: askAgain, isPending: isAsking } = useAction(async () => {
    const { request } = await call(calls.requestContact, { params });
    setRequest({ state: request.state, isNew: true });
    await readAgain(queries);
  });
  const { run: withdraw, isPending: isWithdrawing } = useAction(async () => {
    const { message } = await call(calls.withdrawContactRequest, { params });
    await readAgain(queries);
    toast.success(message);
    onClose();
  });
  const title = isNew ? messages.sent(seller) : sentenceOf(state, seller);
  return (
    <Dialog open onClose={onClose} label={title} className="dialog-sheet">
      <div className="grid gap-4 p-4 md:p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 className="text-xl font-bold wrap-anywhere">{title}</h2>
          <CloseButton onClick={onClose} />
        </div>
        {state === "open" && <p className="text-muted">{messages.sentNote}</p>}
        {state === "expired" && <p className="text-muted">{messages.expiredNote}</p>}
        <div className="flex flex-wrap gap-2 *:flex-1">
          {state === "open" && (
            <Button kind="plain" busy={isWithdrawing} onClick={() => withdraw()}>
              {messages.withdraw}
            </Button>
          )}
          {state === "expired" && (
            <Button kind="plain" busy={isAsking} onClick={() => askAgain()}>
              {messages.askAgain}
            </Button>
          )}
          <Button onClick={onClose}>{messages.close}</Button>
        </div>
      </div>
    </Dialog>
  );
}
