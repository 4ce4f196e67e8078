import { messages } from "@market/contract/messages";
import { useLocation } from "react-router";
import type { SessionUser } from "../account/session.ts";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { Icon } from "../ui/icon.tsx";
import { isCurrent } from "./bar-link.tsx";
import { CartLink } from "./cart-link.tsx";
import { greetingOf } from "./greeting-words.ts";

/** Where the bar is wide enough; elsewhere the profile page and the bottom bar lead there. */
function SavedLink() {
  const { pathname } = useLocation();
  return (
    <Link
      to={paths.saved}
      aria-label={messages.saved}
      aria-current={isCurrent(paths.saved, pathname) ? "page" : undefined}
      className="pressable hover:bg-sunken aria-[current=page]:text-primary -mr-3 hidden size-12 place-items-center rounded-full lg:grid"
    >
      <Icon name="heart" className="size-6" />
    </Link>
  );
}

/** How the bar greets a student, and the ways to what is theirs (R058 to R061). */
export function Greeting({ user }: { user: SessionUser }) {
  const { firstWord, initial } = greetingOf(user.displayName);
  return (
    <>
      <span className="text-muted max-w-[12ch] truncate text-sm lg:text-base">
        {messages.greeting(firstWord)}
      </span>
      <SavedLink />
      <CartLink />
      <Link
        to={paths.profile}
        aria-label={messages.profile}
        className="pressable bg-primary text-on-primary hidden size-12 place-items-center rounded-full text-lg font-bold md:grid"
      >
        {initial}
      </Link>
    </>
  );
}
