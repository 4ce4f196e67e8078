import * as calls from "@market/contract/products/calls";
import * as itemMessages from "@market/contract/products/messages";
import type { Product } from "@market/contract/products/product";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { toast } from "../../ui/toast.ts";
import type { ChatPage } from "./chat.ts";
import { countClick } from "./click.ts";
import { DetailDialog } from "./detail-dialog.tsx";
import { useCloseItem } from "./use-close-item.ts";

export type OpenedItemProps = {
  itemId: string;
  /** Searched first; undefined while they are loading. */
  products: readonly Product[] | undefined;
  isComing?: boolean;
  page: ChatPage;
  now: number;
  onUnavailable?: (product: Product, how: "sold" | "gone") => void;
};

/** Finds the product that the address names; says so when it is sold or gone. */
export function OpenedItem(props: OpenedItemProps) {
  const { itemId, products, isComing = false, page, now, onUnavailable } = props;
  /** Stays open when the list is renewed without it. */
  const [held, setHeld] = useState<Product>();
  const found =
    products?.find(({ _id }) => _id === itemId) ?? (held?._id === itemId ? held : undefined);
  const product = found?.isSold === false ? found : undefined;
  const shownId = useRef<string>(undefined);
  const open = useEffectEvent(() => {
    if (!product) return;
    shownId.current = product._id;
    countClick(product._id);
    setHeld(product);
  });
  const openId = product?._id;
  useEffect(() => open(), [openId]);

  const close = useCloseItem();

  const isSold = found?.isSold === true;
  const closeSold = useEffectEvent(() => {
    if (shownId.current === itemId) return;
    toast.plain(itemMessages.soldNotice);
    close();
  });
  useEffect(() => {
    if (isSold) closeSold();
  }, [isSold, itemId]);

  const missing = products && !isComing && !found ? itemId : null;
  const closeGone = useEffectEvent(() => {
    if (shownId.current !== itemId)
      toast.plain(itemMessages.itemGone, { detail: itemMessages.itemGoneNote });
    close();
  });
  useEffect(() => {
    if (missing === null) return undefined;
    const leaving = new AbortController();
    const look = async () => {
      const item = await findItem(missing, leaving.signal);
      if (leaving.signal.aborted) return;
      if (item) setHeld(item);
      else closeGone();
    };
    look().catch((failure: unknown) => {
      if (!leaving.signal.aborted) console.warn("The product was not found", failure);
    });
    return () => leaving.abort();
  }, [missing]);

  if (!product) return null;
  return (
    <DetailDialog
      key={product._id}
      product={product}
      page={page}
      now={now}
      onClose={close}
      onUnavailable={(how) => {
        close();
        onUnavailable?.(product, how);
      }}
    />
  );
}

/** Undefined when there is none (any more). */
async function findItem(productId: string, signal: AbortSignal): Promise<Product | undefined> {
  const { call } = await import("../../api/client.ts");
  try {
    return (await call(calls.getItem, { params: { productId }, signal })).product;
  } catch (failure) {
    if (failure instanceof ApiError && [400, 404, 410, 422].includes(failure.status))
      return undefined;
    throw failure;
  }
}
