import { navOpaqueScroll } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import { type MouseEvent, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useSession } from "../account/session.ts";
import { usePageSettings } from "../page-context.ts";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { later } from "../ui/later.tsx";
import { BarLink, isCurrent } from "./bar-link.tsx";
import { useBackEntry } from "./use-back-entry.ts";

// What visitors never see.
const greeting = later(async () => (await import("./greeting.tsx")).Greeting);
const logOut = later(async () => (await import("./log-out-button.tsx")).LogOutButton);

/** The bar above every page (R052 to R071). It is neutral until the browser knows who is there. */
export function NavigationBar() {
  const { campus } = usePageSettings();
  const session = useSession();
  const location = useLocation();
  const isScrolled = useScrolledPast(navOpaqueScroll);
  // The menu belongs to the place where it was opened, so that every navigation closes it (R065).
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === location.key;
  const close = useBackEntry(isOpen, () => setOpenAt(undefined));
  const navigate = useNavigate();
  const closeAndGo = (event: MouseEvent, to: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    close(() => void navigate(to));
  };

  return (
    <header
      data-opaque={isScrolled || isOpen}
      className="bar sticky top-0 z-40"
      onKeyDown={(event) => isOpen && event.key === "Escape" && close()}
    >
      <div className="content flex min-h-14 items-center gap-2 md:min-h-16 md:flex-wrap md:gap-3 lg:gap-6">
        <Link
          to={paths.home}
          className="flex min-h-12 min-w-0 items-center gap-2 font-bold sm:gap-2.5"
        >
          <img src="/icon.svg" alt="" width="36" height="36" className="size-9 shrink-0" />
          <span className="truncate tracking-tight sm:text-lg sm:tracking-normal md:text-base md:tracking-tight lg:text-lg lg:tracking-normal">
            {campus.name} Marketplace
          </span>
        </Link>
        <nav aria-label="Main" className="hidden items-center md:flex lg:gap-1">
          <BarLink to={paths.homeNamed}>{messages.home}</BarLink>
          <BarLink to={paths.buy}>{messages.buy}</BarLink>
          <BarLink to={paths.sell}>{messages.sell}</BarLink>
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-1 md:gap-2 lg:gap-3">
          {session.status === "signed-in" && <greeting.Part user={session.user} />}
          <div className="hidden items-center gap-2 md:flex">
            {session.status === "signed-in" && <logOut.Part />}
            {session.status === "signed-out" && <Entrances />}
          </div>
          <button
            type="button"
            className="pressable grid size-12 place-items-center rounded-full md:hidden"
            aria-expanded={isOpen}
            aria-controls="menu"
            aria-label={messages.menu}
            onClick={() => (isOpen ? close() : setOpenAt(location.key))}
          >
            <Icon name={isOpen ? "close" : "menu"} className="size-6" />
          </button>
        </div>
      </div>
      <nav
        id="menu"
        aria-label={messages.menu}
        hidden={!isOpen}
        className="border-line bg-surface absolute inset-x-0 border-y shadow-float md:hidden"
      >
        <ul className="content py-2">
          {menu.map(([to, label]) => (
            <li key={to}>
              <Link
                to={to}
                onClick={(event) => closeAndGo(event, to)}
                aria-current={isCurrent(to, location.pathname) ? "page" : undefined}
                className="menu-item"
              >
                {label}
              </Link>
            </li>
          ))}
          <li className="border-line mt-2 border-t pt-2">
            {session.status === "signed-in" ? (
              <logOut.Part wide />
            ) : (
              <Link
                to={paths.login}
                onClick={(event) => closeAndGo(event, paths.login)}
                className={buttonClass("primary", "w-full")}
              >
                {messages.logIn}
              </Link>
            )}
          </li>
        </ul>
      </nav>
    </header>
  );
}

const menu = [
  [paths.homeNamed, messages.home],
  [paths.buy, messages.buy],
  [paths.sell, messages.sell],
  [paths.cart, messages.cart],
  [paths.profile, messages.profile],
] as const;

function Entrances() {
  return (
    <>
      <Link to={paths.login} className={buttonClass("quiet")}>
        {messages.logIn}
      </Link>
      <Link to={paths.signUp} className={buttonClass("primary")}>
        {messages.signUp}
      </Link>
    </>
  );
}

function useScrolledPast(pixels: number): boolean {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    const look = () => setIsPast(window.scrollY > pixels);
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, [pixels]);
  return isPast;
}
