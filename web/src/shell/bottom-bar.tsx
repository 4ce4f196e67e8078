import { messages } from "@market/contract/messages";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { isCurrent } from "./bar-link.tsx";

const places: [to: string, label: string, icon: IconName][] = [
  [paths.homeNamed, messages.home, "home"],
  [paths.buy, messages.buy, "buy"],
  [paths.sell, messages.sell, "plus"],
  [paths.saved, messages.saved, "heart"],
  [paths.profile, messages.profile, "person"],
];
/** Forms: what submits them stands at the bottom, where the bar would cover it. */
const formPages = [paths.sell, paths.editProduct(""), paths.register];

/**
 * The five places within a thumb's reach; phones only. It hides while the page is scrolled down, and
 * while something is typed: an on-screen keyboard leaves little room.
 */
export function BottomBar() {
  // Q13: addresses open under any case.
  const pathname = useLocation().pathname.toLowerCase();
  const isAway = useScrollingDown();
  const isTyping = useTyping();
  if (formPages.some((path) => pathname.startsWith(path))) return null;
  return (
    <nav aria-label="Quick" data-away={isAway || isTyping} className="bottom-bar md:hidden">
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
                    ? "bg-primary text-on-primary -mt-6 grid size-13 place-items-center rounded-full shadow-float"
                    : ""
                }
              >
                <Icon name={icon} className={icon === "plus" ? "size-7" : "size-6"} />
              </span>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Pixels of one movement that count as meant. */
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
    // The focus is nowhere while it moves on.
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
