import * as continueMessages from "@market/contract/identity/continue-messages";
import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { itemParameter, paths } from "../routing/paths.ts";
import { Icon } from "../ui/more-icons.tsx";
import { useStore } from "../browser/store.ts";
import { greetingOf } from "./greeting-of.ts";
import { newcomer } from "./newcomer.ts";
import { useSession } from "./session.ts";
import { forgetWantedPage, wantedItem, wantedName, wantedPage } from "./sign-in/wanted-page.ts";
import { Welcome } from "./welcome.tsx";

const names: [start: string, name: string][] = [
  [paths.buy, continueMessages.pages.buy],
  [paths.sell, continueMessages.pages.sell],
  [paths.cart, continueMessages.pages.cart],
  [paths.saved, continueMessages.pages.saved],
  [paths.profile, continueMessages.pages.profile],
  ["/edit-product/", continueMessages.pages.editing],
];

/** Offers the page that the sign-in interrupted (Q12), and welcomes a newcomer. */
export function ContinueStrip() {
  const session = useSession();
  const { status } = session;
  const newId = useStore(newcomer);
  const [isDismissed, setIsDismissed] = useState(false);
  const item = new URLSearchParams(useLocation().search).get(itemParameter);
  const isSignedIn = status === "signed-in";
  useEffect(() => {
    if (isSignedIn && item !== null && item === wantedItem()) forgetWantedPage();
  }, [isSignedIn, item]);
  const address = isSignedIn && item === null && !isDismissed ? wantedPage() : undefined;
  if (status === "signed-in" && item === null && newId === session.user._id) {
    const wanted = address === undefined ? undefined : { address, name: nameOf(address) };
    const { firstWord } = greetingOf(session.user.displayName);
    return <Welcome firstWord={firstWord} wanted={wanted} onWanted={forgetWantedPage} />;
  }
  if (address === undefined) return null;

  const dismiss = () => {
    forgetWantedPage();
    setIsDismissed(true);
  };
  return (
    <aside aria-label={continueMessages.label} className="content pt-4">
      <div className="bg-mint text-on-mint rounded-card flex items-center gap-1 pl-4">
        <Link
          to={address}
          onClick={forgetWantedPage}
          className="pressable flex min-h-12 min-w-0 flex-1 items-center gap-2 py-2 font-bold"
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {continueMessages.continueTo(nameOf(address))}
          </span>
          <Icon name="right" />
        </Link>
        <button
          type="button"
          onClick={dismiss}
          aria-label={continueMessages.dismiss}
          className="pressable grid size-12 shrink-0 place-items-center"
        >
          <Icon name="close" />
        </button>
      </div>
    </aside>
  );
}

function nameOf(address: string): string {
  const { pathname } = new URL(address, location.origin);
  const named = wantedName() || names.find(([start]) => pathname.startsWith(start))?.[1];
  return named ?? continueMessages.pages.other;
}
