import { slideshowInterval } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import type { Product } from "@market/contract/products";
import { useRef } from "react";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { Icon } from "../ui/icon.tsx";
import { Switch } from "../ui/switch.tsx";
import { DeleteProduct } from "./delete-product.tsx";
import { markSold } from "./own-listing-actions.ts";
import { PhotoStrip } from "./photo-strip.tsx";
import { formatPrice } from "@market/contract/price";
import { useSlideshow } from "./use-slideshow.ts";

type Props = {
  product: Product;
  onSold: (isSold: boolean) => void;
  onDeleted: () => void;
};

/** One listing among the student's own (R176 to R184). */
export function OwnListing({ product, onSold, onDeleted }: Props) {
  const { name, images, description, address, isSold } = product;
  const box = useRef<HTMLDivElement>(null);
  const show = useSlideshow(box, images.length, slideshowInterval);
  const isAsking = useRef(false);
  const toggle = async (next: boolean) => {
    if (isAsking.current) return;
    isAsking.current = true;
    onSold(next);
    onSold(await markSold(product, next));
    isAsking.current = false;
  };
  return (
    <article className="bg-surface border-line rounded-card flex min-w-0 flex-col gap-1 border p-3">
      <div className="flex gap-3">
        <div
          ref={box}
          className={`bg-line rounded-button relative aspect-4/5 w-28 shrink-0 self-start overflow-hidden md:w-32 ${isSold ? "is-sold" : ""}`}
          {...show.handlers}
        >
          <PhotoStrip
            images={images}
            alt={name}
            sizes="128px"
            index={show.index}
            onIndex={show.turnTo}
            places={show.places}
            fetched={show.fetched}
          />
          {isSold && (
            <span className="bg-scrim/85 absolute inset-x-0 bottom-0 py-1 text-center text-sm font-bold text-white">
              {messages.sold}
            </span>
          )}
        </div>
        <div className="grid min-w-0 flex-1 content-start gap-1">
          <p className="text-lg font-bold tabular-nums">{formatPrice(product.price)}</p>
          <h3 className="line-clamp-2 font-normal">{name}</h3>
          {product.hidden && <p className="text-sm font-bold">{messages.listingHidden}</p>}
          <p className="text-muted line-clamp-2 text-sm md:line-clamp-3">{description}</p>
          {address !== null && (
            <p className="text-muted flex min-w-0 items-center gap-1.5 text-sm">
              <Icon name="pin" className="size-4" />
              <span className="truncate">{address}</span>
            </p>
          )}
        </div>
      </div>
      <div className="mt-auto flex items-center justify-between gap-2">
        <Switch
          label={`${messages.markAsSold}: ${name}`}
          checked={isSold}
          onChange={(next) => void toggle(next)}
        >
          {messages.markAsSold}
        </Switch>
        <div className="-mr-2 flex">
          <Link
            to={paths.editProduct(product._id)}
            aria-label={`Edit ${name}`}
            className="tip pressable hover:bg-sunken grid size-12 place-items-center rounded-full"
          >
            <Icon name="pencil" />
          </Link>
          <DeleteProduct product={product} onDeleted={onDeleted} />
        </div>
      </div>
    </article>
  );
}
