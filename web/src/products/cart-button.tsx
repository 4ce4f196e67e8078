import { maxCartItems } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import type { Product } from "@market/contract/products";
import { useRef } from "react";
import { Link } from "react-router";
import { useSession } from "../account/session.ts";
import { paths } from "../paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";
import { addToCart, useCart } from "./cart.ts";
import { isOwn } from "./chat.ts";

/** Sets a product aside, and leads to the cart once it is there (Q11); not for own or sold ones. */
export function CartButton({ product, className }: { product: Product; className: string }) {
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
      <Button kind="plain" className={className} onClick={add}>
        {messages.addToCart}
      </Button>
    );
  return (
    <Link
      to={paths.cart}
      className={buttonClass("plain", className)}
      // The focus was on the button in whose place this link stands.
      ref={(link) => {
        if (hasAdded.current) link?.focus();
        hasAdded.current = false;
      }}
    >
      {messages.viewCart}
    </Link>
  );
}
