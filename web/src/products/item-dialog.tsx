import { messages } from "@market/contract/messages";
import type { Product } from "@market/contract/products";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { itemParameter } from "../paths.ts";
import { useHydrated } from "../ui/hydrated.tsx";
import { later } from "../ui/later.tsx";
import { toast } from "../ui/toast.ts";
import type { ChatPage } from "./chat.ts";
import { countClick } from "./click.ts";
import { openedProduct, rememberOpened } from "./opened-product.ts";

const dialog = later(async () => (await import("./opened-item.tsx")).OpenedItem);

/** Fetches the dialog's code on intent, so that the click need not wait for it. */
export function loadDetail(): void {
  void dialog.fetch();
  void import("./detail.tsx");
}

type Props = {
  /** Where the product of the address is looked for first; undefined as long as they are on their way. */
  products: readonly Product[] | undefined;
  /** Others are on their way. */
  isComing?: boolean;
  page: ChatPage;
  now: number;
  /** The product was found to be sold or gone. */
  onUnavailable?: (product: Product, how: "sold" | "gone") => void;
};

/**
 * The detail dialog of the product that the address names, a full sheet on phones; Back closes it
 * (R102).
 */
export function ItemDialog({ products, isComing = false, page, now, onUnavailable }: Props) {
  const isHydrated = useHydrated();
  const location = useLocation();
  const navigate = useNavigate();
  const itemId = isHydrated ? new URLSearchParams(location.search).get(itemParameter) : null;
  const [fetched, setFetched] = useState<Product>();
  const found =
    products?.find(({ _id }) => _id === itemId) ??
    openedProduct(itemId) ??
    (fetched?._id === itemId ? fetched : undefined);
  const product = found?.isSold === false ? found : undefined;
  const shownId = useRef<string>(undefined);
  const open = useEffectEvent(() => {
    if (!product) return;
    shownId.current = product._id;
    countClick(product._id);
    rememberOpened(product);
  });
  const openId = product?._id;
  useEffect(() => open(), [openId]);

  const close = () => {
    const isFromCard = (location.state as { isFromCard?: boolean } | null)?.isFromCard;
    if (isFromCard) return void navigate(-1);
    const kept = new URLSearchParams(location.search);
    kept.delete(itemParameter);
    void navigate({ search: kept.toString() }, { replace: true, preventScrollReset: true });
  };

  const isSold = found?.isSold === true;
  const tellSold = useEffectEvent(() => {
    if (shownId.current === itemId) return;
    toast.plain(messages.soldNotice);
    close();
  });
  useEffect(() => {
    if (isSold) tellSold();
  }, [isSold, itemId]);

  const missing = products && !isComing && !found ? itemId : null;
  const tellGone = useEffectEvent(() => {
    if (shownId.current !== itemId)
      toast.plain(messages.itemGone, { detail: messages.itemGoneNote });
    close();
  });
  useEffect(() => {
    if (missing === null) return undefined;
    const leaving = new AbortController();
    const look = async () => {
      const { findItem } = await import("./find-item.ts");
      const item = await findItem(missing, leaving.signal);
      if (leaving.signal.aborted) return;
      if (item) setFetched(item);
      else tellGone();
    };
    look().catch((failure: unknown) => {
      if (!leaving.signal.aborted) console.warn("The product was not found", failure);
    });
    return () => leaving.abort();
  }, [missing]);

  if (!product) return null;
  return (
    <dialog.Part
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
