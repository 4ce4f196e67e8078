import * as shellMessages from "@market/contract/shell/messages";
import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../routing/paths.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { isCurrent } from "./bar-link.tsx";

const places: [to: string, label: string, icon: IconName][] = [
  [paths.homeNamed, shellMessages.home, "home"],
  [paths.buy, shellMessages.buy, "buy"],
  [paths.sell, shellMessages.sell, "plus"],
  [paths.saved, shellMessages.saved, "heart"],
  [paths.profile, shellMessages.profile, "person"],
];
/** Pages whose submit or chat button is where the bar would be. */
const ownBarPages = [paths.sell, paths.editProduct(""), paths.register, paths.item("")];

/** Phones only. Hidden while scrolling down and while an on-screen keyboard leaves little space. */
export function BottomBar() {
  // Q13.
  const pathname = useLocation().pathname.toLowerCase();
  const isScrolling = useScrollingDown();
  const isTyping = useTyping();
  const isAway = isScrolling || isTyping;
  // For elements above the bar.
  useEffect(() => {
    document.documentElement.classList.toggle("bar-away", isAway);
  }, [isAway]);
  if (ownBarPages.some((path) => pathname.startsWith(path))) return null;
  return (
    <nav aria-label={shellMessages.quickLinks} data-away={isAway} className="bottom-bar md:hidden">
      <ul className="grid grid-cols-5">
        {places.map(([to, label, icon]) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={isCurrent(to, pathname) ? "page" : undefined}
              className="bottom-link"
            >
              <span
                className={
                  icon === "plus"
                    ? "bg-primary text-on-primary grid h-7 w-13 place-items-center rounded-full"
                    : "grid h-7 place-items-center"
                }
              >
                <Icon name={icon} className="size-6" />
              </span>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const meant = 8;

function useScrollingDown(): boolean {
  const [isDown, setIsDown] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const look = () => {
      const now = Math.max(0, window.scrollY);
      if (Math.abs(now - last) < meant) return;
      setIsDown(now > last && now > 120);
      last = now;
    };
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, []);
  return isDown;
}

function useTyping(): boolean {
  const [isTyping, setIsTyping] = useState(false);
  useEffect(() => {
    const look = () => setIsTyping(document.activeElement?.matches("input, textarea") ?? false);
    // Focus is nowhere while it moves.
    const leave = ({ relatedTarget }: FocusEvent) => relatedTarget ?? setIsTyping(false);
    addEventListener("focusin", look);
    addEventListener("focusout", leave);
    return () => {
      removeEventListener("focusin", look);
      removeEventListener("focusout", leave);
    };
  }, []);
  return isTyping;
}
