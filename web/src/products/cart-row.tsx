import { messages } from "@market/contract/messages";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { Icon } from "../ui/icon.tsx";
import { type CartItem, isAvailable } from "./cart.ts";
import { Photo } from "./photo.tsx";
import { formatPrice } from "@market/contract/price";

type Props = {
  item: CartItem;
  /** Sign in front of the price (R191). */
  currency: string;
  onRemove: () => void;
};

/** One thing in the cart (R185, R186); what can still be had opens its details. */
export function CartRow({ item, currency, onRemove }: Props) {
  const { product, quantity } = item;
  const [image] = product.images;
  const isThere = isAvailable(item);
  const title = "line-clamp-2 font-normal md:text-lg";
  return (
    <article className="bg-surface border-line rounded-card relative flex gap-3 border p-3 md:gap-4">
      <div
        className={`bg-line rounded-button relative aspect-4/5 w-20 shrink-0 self-start overflow-hidden md:w-24 ${isThere ? "" : "opacity-45 grayscale"}`}
      >
        {image && <Photo image={image} alt="" sizes="96px" />}
      </div>
      <div className="grid min-w-0 flex-1 content-start gap-1">
        <h2 className={title}>
          {isThere ? (
            <Link
              to={paths.withItem("", product._id)}
              state={{ isFromCard: true }}
              preventScrollReset
              className="after:absolute after:inset-0 after:rounded-card"
            >
              {product.name}
            </Link>
          ) : (
            product.name
          )}
        </h2>
        <p className="text-lg font-bold tabular-nums">{formatPrice(product.price, currency)}</p>
        <p className="text-muted text-sm tabular-nums">
          {messages.quantity} {quantity}
        </p>
        {!isThere && (
          <p className="text-danger flex items-center gap-1.5 text-sm font-bold">
            <Icon name="alert" />
            {product.isSold ? messages.sold : messages.noLongerListed}
          </p>
        )}
      </div>
      <button
        type="button"
        aria-label={messages.removeFromCart(product.name)}
        onClick={onRemove}
        className="pressable hover:bg-sunken relative -m-1 grid size-12 shrink-0 place-items-center self-end rounded-full"
      >
        <Icon name="bin" />
      </button>
    </article>
  );
}
