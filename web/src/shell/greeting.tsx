import * as shellMessages from "@market/contract/shell/messages";
import * as basketMessages from "@market/contract/saved/messages";
import * as noticeMessages from "@market/contract/notices/messages";
import * as profileMessages from "@market/contract/students/messages";
import { type ComponentProps, Suspense } from "react";
import { createPortal } from "react-dom";
import { Link, useLocation } from "react-router";
import { paths } from "../routing/paths.ts";
import { lazyWithPreload } from "../browser/lazy-with-preload.ts";
import { useCart } from "../cart/cart.ts";
import { useUnread } from "../notices/unread.ts";
import { Icon, type IconName } from "../ui/more-icons.tsx";
import { isCurrent } from "./bar-link.tsx";
import type { SessionUser } from "../identity/session.ts";

const OutcomeStrip = lazyWithPreload(
  async () => (await import("../deals/outcome-strip.tsx")).OutcomeStrip,
);

/** R058 to R061, and from here, since visitors need neither, the question after a contact. */
export function Greeting({ user }: { user: SessionUser }) {
  const { firstWord, initial } = greetingOf(user.displayName);
  const { length: count } = useCart();
  const unread = useUnread();
  return (
    <>
      {createPortal(
        <Suspense>
          <OutcomeStrip userId={user._id} />
        </Suspense>,
        document.body,
      )}
      <span className="text-muted max-w-[12ch] min-w-0 truncate text-xs tracking-tight md:max-w-[9ch] md:text-sm md:tracking-normal lg:max-w-[12ch] lg:text-base">
        {shellMessages.greeting(firstWord)}
      </span>
      <BarIcon
        to={paths.notices}
        aria-label={noticeMessages.unread(unread)}
        icon="bell"
        className="relative -ml-3 grid shrink-0 md:mx-0 md:-mr-3"
      >
        {unread > 0 && <Count>{unread}</Count>}
      </BarIcon>
      <BarIcon
        to={paths.saved}
        aria-label={shellMessages.saved}
        icon="heart"
        className="-mr-3 hidden md:grid"
      />
      <BarIcon
        to={paths.cart}
        aria-label={
          count > 0 ? basketMessages.cartWith(profileMessages.items(count)) : shellMessages.cart
        }
        icon="cart"
        className="relative hidden md:-mr-1 md:grid lg:mr-0"
      >
        {count > 0 && <Count>{count}</Count>}
      </BarIcon>
      <Link
        to={paths.profile}
        aria-label={shellMessages.profile}
        className="pressable bg-primary text-on-primary hidden size-12 place-items-center rounded-full text-lg font-bold md:grid"
      >
        {initial}
      </Link>
    </>
  );
}

export function greetingOf(displayName: string): { firstWord: string; initial: string } {
  const name = displayName.trim();
  return {
    firstWord: name.split(/\s+/)[0] || shellMessages.fallbackName,
    initial: [...name][0]?.toUpperCase() ?? shellMessages.fallbackInitial,
  };
}

function Count({ children }: { children: number }) {
  return (
    <span className="bg-marigold text-on-marigold absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full px-1 text-[min(0.75rem,14px)] font-bold tabular-nums">
      {children}
    </span>
  );
}

type BarIconProps = ComponentProps<typeof Link> & { to: string; icon: IconName };

function BarIcon({ icon, className, children, ...rest }: BarIconProps) {
  const { pathname } = useLocation();
  return (
    <Link
      {...rest}
      aria-current={isCurrent(rest.to, pathname) ? "page" : undefined}
      className={`pressable hover:bg-sunken aria-[current=page]:text-primary size-12 place-items-center rounded-full ${className}`}
    >
      <Icon name={icon} className="size-6" />
      {children}
    </Link>
  );
}
