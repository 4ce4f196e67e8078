import type { Product } from "@market/contract/products";
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { itemParameter } from "../paths.ts";
import { CloseButton, Dialog } from "../ui/dialog.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import type { ChatPage } from "./chat.ts";
import { countClick } from "./click.ts";
import { openedProduct, rememberOpened } from "./opened-product.ts";

const importDetail = () => import("./detail.tsx");
const Detail = lazy(async () => ({ default: (await importDetail()).Detail }));

/** Fetches the dialog's code on intent, so that the click need not wait for it. */
export function loadDetail(): void {
  void importDetail();
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
  const closeButton = useRef<HTMLButtonElement>(null);
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
    <Dialog
      key={product._id}
      open
      onClose={close}
      label={product.name}
      className="dialog-detail"
      ownsBack
      initialFocus={closeButton}
    >
      <Suspense fallback={<DetailSkeleton />}>
        <Detail
          product={product}
          page={page}
          now={now}
          onUnavailable={() => {
            close();
            onUnavailable?.(product);
          }}
        />
      </Suspense>
      <CloseButton ref={closeButton} onClick={close} className="detail-close" />
    </Dialog>
  );
}

/** The shape of what is coming, once it has kept somebody waiting. */
function DetailSkeleton() {
  return (
    <div
      className="detail transition-opacity delay-150 duration-100 starting:opacity-0"
      aria-busy="true"
    >
      <div className="bg-sunken p-3 md:p-4">
        <Skeleton className="aspect-4/5 max-h-[56dvh] w-full md:max-h-none" />
      </div>
      <div className="grid content-start gap-4 p-4 md:p-6">
        <Skeleton className="h-9 w-1/3" />
        <Skeleton className="h-7 w-3/4" />
        <Skeleton className="h-32 w-full" />
      </div>
    </div>
  );
}
