import { navOpaqueScroll } from "@market/contract/limits";
import * as shellMessages from "@market/contract/shell/messages";
import { type MouseEvent, Suspense, useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { useSession } from "../identity/session.ts";
import { useOpenCases } from "../moderation/open-cases.ts";
import { isPlainClick } from "../browser/plain-click.ts";
import { lazyWithPreload } from "../browser/lazy-with-preload.ts";
import { usePageSettings } from "../routing/page-context.ts";
import { paths } from "../routing/paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { BarLink, isCurrent } from "./bar-link.tsx";
import { useBackEntry } from "./use-back-entry.ts";

const Greeting = lazyWithPreload(async () => (await import("./greeting.tsx")).Greeting);
const LogOutButton = lazyWithPreload(
  async () => (await import("../identity/log-out-button.tsx")).LogOutButton,
);

const ModerationItem = lazyWithPreload(
  async () => (await import("./moderation-link.tsx")).ModerationItem,
);
const MenuCount = lazyWithPreload(async () => (await import("./moderation-link.tsx")).MenuCount);

/** The bar at the top (R052 to R071). It is neutral until the session is known. */
export function NavigationBar() {
  const { campus } = usePageSettings();
  const session = useSession();
  const openCases = useOpenCases();
  const cases = session.status === "signed-in" ? openCases : undefined;
  const location = useLocation();
  const isScrolled = useScrolledPast(navOpaqueScroll);
  // Bound to the location, so that every navigation closes it (R065).
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === location.key;
  const close = useBackEntry(isOpen, () => setOpenAt(undefined));
  const navigate = useNavigate();
  const closeAndGo = (event: MouseEvent, to: string) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    close(() => void navigate(to));
  };

  // On phones the Buy page keeps its search there instead.
  const isAway = location.pathname === paths.buy;
  return (
    <header
      data-opaque={isScrolled || isOpen}
      // In a very low window, as at 400 %, it would cover too much of the page.
      className={`bar top-[min(0px,170px-8.1rem)] z-40 [@media(max-height:20rem)]:relative [@media(max-height:20rem)]:top-0 ${isAway ? "relative md:sticky" : "sticky"}`}
      onKeyDown={(event) => isOpen && event.key === "Escape" && close()}
    >
      <div className="content flex min-h-14 flex-wrap items-center gap-x-2 md:min-h-16 lg:gap-x-6">
        <Link
          to={paths.home}
          className="flex min-h-12 max-w-max min-w-0 grow-[999] basis-[min-content] items-center gap-2 leading-tight font-bold sm:gap-2.5 md:grow-0 md:basis-auto"
        >
          <img src="/icon.svg" alt="" width="36" height="36" className="size-9 shrink-0" />
          <span className="tracking-tight sm:text-lg sm:tracking-normal md:text-base md:tracking-tight lg:text-lg lg:tracking-normal">
            {shellMessages.nameOf(campus.name)}
          </span>
        </Link>
        <nav
          aria-label={shellMessages.mainNavigation}
          className="hidden items-center md:flex lg:gap-1"
        >
          <BarLink to={paths.homeNamed}>{shellMessages.home}</BarLink>
          <BarLink to={paths.buy}>{shellMessages.buy}</BarLink>
          <BarLink to={paths.sell}>{shellMessages.sell}</BarLink>
        </nav>
        <div
          className={`ml-auto flex grow items-center justify-end gap-1 md:min-w-0 md:gap-0 lg:gap-3 ${session.status === "signed-in" ? "basis-[7rem] md:basis-[17rem]" : ""}`}
        >
          <Suspense>{session.status === "signed-in" && <Greeting user={session.user} />}</Suspense>
          <div className="hidden items-center gap-2 md:flex">
            <Suspense>{session.status === "signed-in" && <LogOutButton />}</Suspense>
            {session.status === "signed-out" && <Entrances />}
          </div>
          <button
            type="button"
            className="pressable relative -mr-3 grid size-12 shrink-0 place-items-center rounded-full md:hidden"
            aria-expanded={isOpen}
            aria-controls="menu"
            onClick={() => (isOpen ? close() : setOpenAt(location.key))}
          >
            <span className="sr-only">{shellMessages.menu}</span>
            <Icon name={isOpen ? "close" : "menu"} className="size-6" />
            {cases !== undefined && !isOpen && (
              <Suspense>
                <MenuCount cases={cases} />
              </Suspense>
            )}
          </button>
        </div>
      </div>
      <nav
        id="menu"
        aria-label={shellMessages.menu}
        hidden={!isOpen}
        className="border-line bg-surface absolute inset-x-0 border-y [box-shadow:var(--shadow-float)] md:hidden"
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
          {cases !== undefined && (
            <li>
              <Suspense>
                <ModerationItem
                  cases={cases}
                  onClick={(event) => closeAndGo(event, paths.moderation)}
                />
              </Suspense>
            </li>
          )}
          <li className="border-line mt-2 border-t pt-2">
            {session.status === "signed-in" ? (
              <Suspense>
                <LogOutButton wide />
              </Suspense>
            ) : (
              <Link
                to={paths.login}
                onClick={(event) => closeAndGo(event, paths.login)}
                className={buttonClass("primary", "w-full")}
              >
                {shellMessages.logIn}
              </Link>
            )}
          </li>
        </ul>
      </nav>
    </header>
  );
}

const menu = [
  [paths.homeNamed, shellMessages.home],
  [paths.buy, shellMessages.buy],
  [paths.sell, shellMessages.sell],
  [paths.cart, shellMessages.cart],
  [paths.profile, shellMessages.profile],
] as const;

function Entrances() {
  return (
    <>
      <Link to={paths.login} className={buttonClass("quiet")}>
        {shellMessages.logIn}
      </Link>
      <Link to={paths.signUp} className={buttonClass("primary")}>
        {shellMessages.signUp}
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
