import * as dealMessages from "@market/contract/deals/messages";
import { formatPrice } from "@market/contract/price";
import type { Product } from "@market/contract/products/product";
import * as shareMessages from "@market/contract/products/share-messages";
import { type Installation, offerInstallation } from "../browser/install.ts";
import { Photo } from "../photos/photo.tsx";
import { ShareSheet, sharedOf } from "../products/item/share-button.tsx";
import { createStore, useStore } from "../browser/store.ts";
import { Button } from "../ui/button.tsx";

type Listed = { product: Product; installation?: Installation };

/** The product that was just listed, until its sheet is closed. */
const justListed = createStore<Listed | undefined>(undefined);

/** @param before the number of own listings before it: with the second, the installation is offered (R1094) */
export function showListed(product: Product, before: number): void {
  justListed.set({ product, installation: before > 0 ? offerInstallation() : undefined });
}

/** R613: over the sell page, from its third second on over the profile (decision 054). @param still it was open on the previous page */
export function JustListed({ still = false }: { still?: boolean }) {
  const listed = useStore(justListed);
  if (!listed) return null;
  const { product, installation } = listed;
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
      {installation && (
        <div className="bg-mint text-on-mint rounded-card flex items-center justify-between gap-3 p-2 pl-4">
          <p className="min-w-0 text-sm">{shareMessages.installLine}</p>
          <Button
            className="px-4!"
            onClick={() => {
              justListed.set({ product });
              void installation.prompt();
            }}
          >
            {shareMessages.install}
          </Button>
        </div>
      )}
    </ShareSheet>
  );
}
