import * as savedMessages from "@market/contract/saved/messages";
import * as shellMessages from "@market/contract/shell/messages";
import * as dealMessages from "@market/contract/deals/messages";
import * as itemMessages from "@market/contract/products/messages";
import * as profileMessages from "@market/contract/students/messages";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { usePageSettings } from "../routing/page-context.ts";
import {
  type CartItem,
  cartTotal,
  isAvailable,
  markGone,
  removeFromCart,
  useCart,
} from "../cart/cart.ts";
import { Newest } from "../lists/newest.tsx";
import { paths } from "../routing/paths.ts";
import { refreshCart } from "../cart/cart-news.ts";
import { PlatformFee } from "../cart/platform-fee.tsx";
import { Photo } from "../photos/photo.tsx";
import { ChatButton } from "../products/item/chat-button.tsx";
import { ItemDialog } from "../products/item/item-dialog.tsx";
import { formatPrice } from "@market/contract/price";
import { showAlert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { IconButton } from "../ui/icon-button.tsx";

/** The cart (R185 to R191). Nothing is paid here; deals are made in the chat. */
export function Component() {
  const items = useCart();
  const currency = usePageSettings().campus.cartCurrency;
  const heading = useRef<HTMLHeadingElement>(null);
  const [now] = useState(() => Date.now());
  useEffect(() => {
    const leaving = new AbortController();
    void refreshCart(leaving.signal);
    return () => leaving.abort();
  }, []);

  const remove = (productId: string) => {
    removeFromCart(productId);
    heading.current?.focus();
  };
  return (
    <div className="content max-w-[1000px] pt-5 pb-12 md:pt-10">
      <div className="flex items-baseline justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold outline-none">
          {shellMessages.cart}
        </h1>
        <p className="text-muted tabular-nums" role="status">
          {items.length > 0 && profileMessages.items(items.length)}
        </p>
      </div>
      {items.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className="mt-4 flex flex-wrap items-start gap-6">
          <ul className="grid min-w-0 grow-[999] basis-[30rem] grid-cols-1 gap-3">
            {items.map((item) => (
              <li key={item.product._id}>
                <CartRow
                  item={item}
                  currency={currency}
                  onRemove={() => remove(item.product._id)}
                />
              </li>
            ))}
          </ul>
          <Summary
            total={formatPrice(cartTotal(items), currency)}
            isPartial={!items.every(isAvailable)}
          />
        </div>
      )}
      <ItemDialog
        products={items.filter(isAvailable).map(({ product }) => product)}
        page="buy"
        now={now}
        onUnavailable={({ _id }) => markGone(_id)}
      />
    </div>
  );
}

type RowProps = { item: CartItem; currency: string; onRemove: () => void };

function CartRow({ item, currency, onRemove }: RowProps) {
  const { product, quantity } = item;
  const [image] = product.images;
  const isThere = isAvailable(item);
  return (
    <article className="bg-surface border-line rounded-card relative flex flex-wrap gap-3 border p-3 md:gap-4">
      <div
        className={`bg-line rounded-button relative aspect-4/5 w-20 shrink-0 self-start overflow-hidden md:w-24 ${isThere ? "" : "opacity-45 [filter:grayscale(1)]"}`}
      >
        {image && <Photo image={image} alt="" sizes="96px" />}
      </div>
      <div className="grid min-w-0 flex-1 basis-[9rem] content-start gap-1">
        <h2 className="line-clamp-2 font-normal md:text-lg">
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
          {savedMessages.quantity} {quantity}
        </p>
        {!isThere && (
          <p className="text-danger flex items-center gap-1.5 text-sm font-bold">
            <Icon name="alert" />
            {product.isSold ? itemMessages.soldNotice : savedMessages.noLongerListed}
          </p>
        )}
      </div>
      {isThere && (
        <ChatButton
          product={product}
          page="buy"
          onUnavailable={() => markGone(product._id)}
          className="relative order-last basis-full px-4 sm:order-none sm:basis-auto sm:self-end"
        />
      )}
      <IconButton
        icon="bin"
        label={savedMessages.removeFromCart(product.name)}
        look="plain"
        className="relative -m-1 shrink-0 self-end"
        onClick={onRemove}
      />
    </article>
  );
}

function Summary({ total, isPartial }: { total: string; isPartial: boolean }) {
  const buy = () =>
    showAlert({
      kind: "info",
      title: savedMessages.buyNow,
      text: `${savedMessages.noPaymentsHere} ${dealMessages.howToBuy}`,
    });
  return (
    <section
      aria-label={savedMessages.total}
      className="bg-surface border-line rounded-card grid min-w-0 grow basis-[18rem] gap-4 border p-4 md:p-5 lg:sticky lg:top-24"
    >
      <PlatformFee className="gap-x-3 gap-y-1" />
      <p className="border-line flex flex-wrap items-baseline justify-between gap-x-3 border-t pt-4">
        <span>{savedMessages.total}</span>
        <span className="text-lg font-bold tabular-nums">{total}</span>
      </p>
      {isPartial && <p className="text-muted text-sm">{savedMessages.notCounted}</p>}
      <Button kind="plain" onClick={() => void buy()} className="w-full">
        {savedMessages.buyNow}
      </Button>
    </section>
  );
}

function EmptyCart() {
  const say = () =>
    showAlert({
      kind: "info",
      title: savedMessages.continueShopping,
      text: savedMessages.cartIsEmpty,
    });
  return (
    <>
      <EmptyState icon="cart" title={savedMessages.cartEmpty} text={savedMessages.cartEmptyText}>
        <Button onClick={() => void say()}>{savedMessages.continueShopping}</Button>
      </EmptyState>
      <Newest />
    </>
  );
}
