import type { Product } from "@market/contract/products";
import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { itemParameter } from "../paths.ts";
import { useHydrated } from "../ui/hydrated.tsx";
import { later } from "../ui/later.tsx";
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
  /** Where the product of the address is looked for, besides the one that was opened last in this tab. */
  products: readonly Product[];
  page: ChatPage;
  now: number;
  /** The product was found to be sold or gone. */
  onUnavailable?: (product: Product) => void;
};

/**
 * The detail dialog of the product that the address names, a full sheet on phones; Back closes it
 * (R102).
 */
export function ItemDialog({ products, page, now, onUnavailable }: Props) {
  const isHydrated = useHydrated();
  const location = useLocation();
  const navigate = useNavigate();
  const itemId = isHydrated ? new URLSearchParams(location.search).get(itemParameter) : null;
  const found = products.find(({ _id }) => _id === itemId) ?? openedProduct(itemId);
  const product = found?.isSold === false ? found : undefined;
  const open = useEffectEvent(() => {
    if (!product) return;
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

  if (!product) return null;
  return (
    <dialog.Part
      key={product._id}
      product={product}
      page={page}
      now={now}
      onClose={close}
      onUnavailable={() => {
        close();
        onUnavailable?.(product);
      }}
    />
  );
}
