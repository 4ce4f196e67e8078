import { maxCartItems } from "@market/contract/limits";
import * as savedMessages from "@market/contract/saved/messages";
import type { Product } from "@market/contract/products/product";
import { useRef } from "react";
import { Link } from "react-router";
import { isOwn, useSession } from "../identity/session.ts";
import { paths } from "../routing/paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { toast } from "../ui/toast.ts";
import { addToCart, useCart } from "./cart.ts";

const look = "tip h-14 w-12 shrink-0 px-0";

/** Adds to the cart, then leads to it (Q11); not for own or sold products. */
export function CartButton({ product }: { product: Product }) {
  const isInCart = useCart().some((item) => item.product._id === product._id);
  const own = isOwn(product, useSession());
  const hasAdded = useRef(false);
  if (own || product.isSold) return null;

  const add = () => {
    hasAdded.current = addToCart(product);
    if (hasAdded.current) toast.success(savedMessages.addedToCart);
    else toast.error(savedMessages.cartFull(maxCartItems));
  };
  if (!isInCart)
    return (
      <Button kind="plain" className={look} aria-label={savedMessages.addToCart} onClick={add}>
        <Icon name="cart" className="size-6" />
      </Button>
    );
  return (
    <Link
      to={paths.cart}
      className={buttonClass("plain", look)}
      aria-label={savedMessages.viewCart}
      // The link replaces the button that had the focus.
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
