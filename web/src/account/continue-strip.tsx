import { useEffect, useState } from "react";
import { Link } from "react-router";
import { paths } from "../paths.ts";
import { useSession } from "./session.ts";
import { forgetWantedPage, wantedPage } from "./wanted-page.ts";

const names: [start: string, name: string][] = [
  [paths.buy, "Buy"],
  [paths.sell, "Sell"],
  [paths.cart, "your cart"],
  [paths.profile, "your profile"],
  ["/edit-product/", "editing your listing"],
];

/** Offers the page that the sign-in interrupted, in one tap (Q12); nothing for everybody else. */
export function ContinueStrip() {
  const { status } = useSession();
  const [address, setAddress] = useState<string>();
  useEffect(() => setAddress(status === "signed-in" ? wantedPage() : undefined), [status]);
  if (address === undefined) return null;

  const dismiss = () => {
    forgetWantedPage();
    setAddress(undefined);
  };
  return (
    <aside aria-label="Where you were going" className="content pt-4">
      <div className="bg-mint text-on-mint rounded-card flex items-center gap-1 pl-4">
        <Link
          to={address}
          onClick={forgetWantedPage}
          className="pressable flex min-h-12 min-w-0 flex-1 items-center gap-2 py-2 font-bold"
        >
          <span className="truncate">Continue to {nameOf(address)}</span>
          <svg viewBox="0 0 24 24" className="size-5 shrink-0" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
            <path d="M5 12h14m-6-6 6 6-6 6" />
          </svg>
        </Link>
        <button type="button" onClick={dismiss} aria-label="Dismiss" className="pressable grid size-12 shrink-0 place-items-center">
          <svg viewBox="0 0 24 24" className="size-5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" aria-hidden="true">
            <path d="m6 6 12 12M18 6 6 18" />
          </svg>
        </button>
      </div>
    </aside>
  );
}

function nameOf(address: string): string {
  const { pathname } = new URL(address, location.origin);
  return names.find(([start]) => pathname.startsWith(start))?.[1] ?? "where you were going";
}
