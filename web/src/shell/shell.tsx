import { messages } from "@market/contract/messages";
import { useEffect, useRef } from "react";
import { Outlet, useLocation, useMatches, useNavigate } from "react-router";
import { usePageSettings } from "../page-context.ts";
import type { PageHandle } from "../pages/head.ts";
import { KeptScroll } from "../router/kept-scroll.tsx";
import { Alerts } from "../ui/alert.tsx";
import { Toaster } from "../ui/toaster.tsx";
import { BackCloses } from "./back-closes.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { BusyNotice } from "./busy-notice.tsx";
import { Footer } from "./footer.tsx";
import { NavigationBar } from "./navigation-bar.tsx";
import { OfflineStrip } from "./offline-strip.tsx";
import { usePageViews } from "./page-views.ts";
import { useToastsAhead } from "./use-toasts-ahead.ts";

/** What stands around every page. Pages render inside its one `main`. */
export function Shell() {
  useLowerCaseAddress();
  usePageViews();
  useToastsAhead();
  const main = usePageChange();
  return (
    <>
      <a href="#main" className="skip-link">
        {messages.skipToContent}
      </a>
      <NavigationBar />
      <OfflineStrip />
      <main id="main" ref={main} tabIndex={-1} className="min-h-[70vh] outline-none">
        <Outlet />
      </main>
      <Footer />
      <BottomBar />
      <Toaster />
      <Alerts />
      <BusyNotice />
      <BackCloses />
      <KeptScroll />
    </>
  );
}

/** Q13: pages open under any case, and the address bar is rewritten. */
function useLowerCaseAddress(): void {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const lower = pathname.toLowerCase();
  useEffect(() => {
    if (lower !== pathname) void navigate(lower + search + hash, { replace: true, state });
  }, [lower, pathname, search, hash, state, navigate]);
}

/** On a new page: its title, and the focus, so that a screen reader begins to read there. */
function usePageChange() {
  const main = useRef<HTMLElement>(null);
  // The same page under another case is no new one.
  const pathname = useLocation().pathname.toLowerCase();
  const { campus } = usePageSettings();
  const match = useMatches().findLast(({ handle }) => handle);
  const title = match && (match.handle as PageHandle).head(campus, match.loaderData).title;
  const shown = useRef(pathname);
  useEffect(() => {
    if (title !== undefined) document.title = title;
  }, [title]);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
