import { platformFee } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import { useEffect, useRef, useState } from "react";
import { usePageSettings } from "../page-context.ts";
import { cartTotal, isAvailable, markGone, removeFromCart, useCart } from "../products/cart.ts";
import { refreshCart } from "../products/cart-news.ts";
import { CartRow } from "../products/cart-row.tsx";
import { ItemDialog } from "../products/item-dialog.tsx";
import { formatPrice } from "@market/contract/price";
import { showAlert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";

/** R185 to R191: what this device has set aside. Nothing is paid here; deals are made in the chat. */
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
          {messages.cart}
        </h1>
        <p className="text-muted tabular-nums" role="status">
          {items.length > 0 && messages.items(items.length)}
        </p>
      </div>
      {items.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className="mt-4 grid gap-6 lg:grid-cols-[1fr_320px] lg:items-start">
          <ul className="grid gap-3">
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

function Summary({ total, isPartial }: { total: string; isPartial: boolean }) {
  const buy = () =>
    showAlert({ kind: "info", title: messages.buyNow, text: messages.noPaymentsHere });
  return (
    <section
      aria-label={messages.total}
      className="bg-surface border-line rounded-card grid gap-4 border p-4 md:p-5 lg:sticky lg:top-24"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {messages.platformFee} <span className="font-bold tabular-nums">₹{platformFee}</span>
        <span className="bg-marigold text-on-marigold rounded-full px-2.5 py-1 text-xs font-bold">
          {messages.earlyBird}
        </span>
      </p>
      <p className="border-line flex items-baseline justify-between gap-3 border-t pt-4">
        <span className="text-lg font-bold">{messages.total}</span>
        <span className="text-2xl font-bold tabular-nums">{total}</span>
      </p>
      {isPartial && <p className="text-muted text-sm">{messages.notCounted}</p>}
      <Button onClick={() => void buy()} className="w-full">
        {messages.buyNow}
      </Button>
    </section>
  );
}

function EmptyCart() {
  const say = () =>
    showAlert({ kind: "info", title: messages.continueShopping, text: messages.cartIsEmpty });
  return (
    <div className="grid justify-items-center gap-4 py-16 text-center">
      <span className="bg-mint text-on-mint grid size-24 place-items-center rounded-full">
        <Icon name="cart" className="size-12" />
      </span>
      <p className="text-xl font-bold">{messages.cartEmpty}</p>
      <p className="text-muted max-w-[36ch]">{messages.cartEmptyText}</p>
      <Button onClick={() => void say()}>{messages.continueShopping}</Button>
    </div>
  );
}
