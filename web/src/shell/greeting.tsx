import * as shellMessages from "@market/contract/shell/messages";
import * as savedMessages from "@market/contract/saved/messages";
import * as noticeMessages from "@market/contract/notices/messages";
import * as profileMessages from "@market/contract/students/messages";
import { Suspense } from "react";
import { createPortal } from "react-dom";
import { Link } from "react-router";
import { paths } from "../routing/paths.ts";
import { lazyWithPreload } from "../browser/lazy-with-preload.ts";
import { useCart } from "../cart/cart.ts";
import { useOpenCases } from "../moderation/open-cases.ts";
import { useUnread } from "../notices/unread.ts";
import { Icon } from "../ui/more-icons.tsx";
import { BarIcon, Count } from "./bar-icon.tsx";
import { greetingOf } from "../identity/greeting-of.ts";
import type { SessionUser } from "../identity/session.ts";

const OutcomeStrip = lazyWithPreload(
  async () => (await import("../deals/outcome-strip.tsx")).OutcomeStrip,
);

const ModerationIcon = lazyWithPreload(
  async () => (await import("./moderation-link.tsx")).ModerationIcon,
);

/** R058 to R061, and from here, since visitors need neither, the question after a contact. */
export function Greeting({ user }: { user: SessionUser }) {
  const { firstWord, initial } = greetingOf(user.displayName);
  const { length: count } = useCart();
  const cases = useOpenCases();
  const unread = useUnread(user._id);
  return (
    <>
      {createPortal(
        <Suspense>
          <OutcomeStrip userId={user._id} />
        </Suspense>,
        document.body,
      )}
      <span
        // A moderator's bar has one more picture: on a tablet all of it fits without the words.
        className={`text-muted max-w-[12ch] min-w-0 truncate text-xs tracking-tight md:max-w-[9ch] md:text-sm md:tracking-normal lg:max-w-[12ch] lg:text-base ${cases === undefined ? "" : "md:max-lg:sr-only"}`}
      >
        {shellMessages.greeting(firstWord)}
      </span>
      <BarIcon
        to={paths.notices}
        aria-label={noticeMessages.unread(unread)}
        icon={<Icon name="bell" className="size-6" />}
        className="relative -ml-3 grid shrink-0 md:mx-0 md:-mr-3"
      >
        {unread > 0 && <Count>{unread}</Count>}
      </BarIcon>
      {cases !== undefined && (
        <Suspense>
          <ModerationIcon cases={cases} />
        </Suspense>
      )}
      <BarIcon
        to={paths.saved}
        aria-label={shellMessages.saved}
        icon={<Icon name="heart" className="size-6" />}
        className="-mr-3 hidden md:grid"
      />
      <BarIcon
        to={paths.cart}
        aria-label={
          count > 0 ? savedMessages.cartWith(profileMessages.items(count)) : shellMessages.cart
        }
        icon={<Icon name="cart" className="size-6" />}
        className="relative hidden md:grid"
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
