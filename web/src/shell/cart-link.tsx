import { messages } from "@market/contract/messages";
import { useLocation } from "react-router";
import { paths } from "../paths.ts";
import { useCart } from "../products/cart.ts";
import { Link } from "../router/link.tsx";
import { Icon } from "../ui/icon.tsx";
import { isCurrent } from "./bar-link.tsx";

/** The way to the cart in the wide bar, with the number of things in it. */
export function CartLink() {
  const { pathname } = useLocation();
  const { length } = useCart();
  return (
    <Link
      to={paths.cart}
      aria-label={length > 0 ? messages.cartWith(messages.items(length)) : messages.cart}
      aria-current={isCurrent(paths.cart, pathname) ? "page" : undefined}
      className="pressable hover:bg-sunken aria-[current=page]:text-primary relative hidden size-12 place-items-center rounded-full md:grid"
    >
      <Icon name="cart" className="size-6" />
      {length > 0 && (
        <span className="bg-marigold text-on-marigold absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full px-1 text-xs font-bold tabular-nums">
          {length}
        </span>
      )}
    </Link>
  );
}
