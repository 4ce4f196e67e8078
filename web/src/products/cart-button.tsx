import { maxCartItems } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import type { Product } from "@market/contract/products";
import { useRef } from "react";
import { useSession } from "../account/session.ts";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.ts";
import { addToCart, useCart } from "./cart.ts";
import { isOwn } from "./chat.ts";

const look = "h-14 w-12 shrink-0 px-0";

/** Sets a product aside, and leads to the cart once it is there (Q11); not for own or sold ones. */
export function CartButton({ product }: { product: Product }) {
  const isInCart = useCart().some((item) => item.product._id === product._id);
  const own = isOwn(product, useSession());
  const hasAdded = useRef(false);
  if (own || product.isSold) return null;

  const add = () => {
    hasAdded.current = addToCart(product);
    if (hasAdded.current) toast.success(messages.addedToCart);
    else toast.error(messages.cartFull(maxCartItems));
  };
  if (!isInCart)
    return (
      <Button
        kind="plain"
        className={look}
        aria-label={messages.addToCart}
        title={messages.addToCart}
        onClick={add}
      >
        <Icon name="cart" className="size-6" />
      </Button>
    );
  return (
    <Link
      to={paths.cart}
      className={buttonClass("plain", `${look} relative`)}
      aria-label={messages.viewCart}
      title={messages.viewCart}
      // The focus was on the button in whose place this link stands.
      ref={(link) => {
        if (hasAdded.current) link?.focus();
        hasAdded.current = false;
      }}
    >
      <Icon name="cart" className="size-6" />
      <span className="bg-primary text-on-primary absolute -top-2 -right-2 grid size-5 place-items-center rounded-full">
        <Icon name="check" className="size-4" />
      </span>
    </Link>
  );
}
