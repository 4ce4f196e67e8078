import * as dealMessages from "@market/contract/deals/messages";
import { formatPrice } from "@market/contract/price";
import type { Product } from "@market/contract/products/product";
import { Photo } from "../photos/photo.tsx";
import { ShareSheet, sharedOf } from "../products/item/share-button.tsx";
import { createStore, useStore } from "../browser/store.ts";

/** The product that was just listed, until its sheet is closed. */
const justListed = createStore<Product | undefined>(undefined);

export const tellListed = justListed.set;

/**
 * R613: over the sell page, and from its third second on over the profile (decision 054).
 * @param still shown immediately, because it was open on the previous page
 */
export function JustListed({ still = false }: { still?: boolean }) {
  const product = useStore(justListed);
  if (!product) return null;
  const [image] = product.images;
  return (
    <ShareSheet
      shared={sharedOf(product, location.origin)}
      title={dealMessages.shareWithHostel}
      className={still ? "dialog-still" : ""}
      onClose={() => justListed.set(undefined)}
    >
      <div className="bg-canvas border-line rounded-card flex items-center gap-4 border p-3">
        <div className="bg-line rounded-button relative aspect-4/5 w-20 shrink-0 overflow-hidden">
          {image && <Photo image={image} alt="" sizes="80px" />}
        </div>
        <div className="min-w-0">
          <p className="text-xl font-bold tabular-nums">{formatPrice(product.price)}</p>
          <p className="line-clamp-2">{product.name}</p>
          <p className="text-muted text-sm">{product.condition}</p>
        </div>
      </div>
    </ShareSheet>
  );
}
