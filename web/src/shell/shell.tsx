import * as shellMessages from "@market/contract/shell/messages";
import { useEffect, useCallback, useRef } from "react";
import {
  type BlockerFunction,
  useBlocker,
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigate,
} from "react-router";
import { ConsentQuestion } from "../rights/consent-question.tsx";
import { useSession } from "../identity/session.ts";
import { whenUsed } from "../browser/first-use.ts";
import { loadToasts } from "../ui/toast.ts";
import { topDismiss, useTopDismiss } from "../ui/modals.ts";
import { usePageSettings } from "../routing/page-context.ts";
import type { PageHandle } from "../routing/head.ts";
import { Alerts } from "../ui/alert.tsx";
import { Toaster } from "../ui/toaster.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { BusyNotice } from "./busy-notice.tsx";
import { Footer } from "./footer.tsx";
import { NavigationBar } from "./navigation-bar.tsx";
import { OfflineStrip } from "./offline-strip.tsx";
import { usePageViews } from "./page-views.ts";

export function Shell() {
  useLowerCasePath();
  usePageViews();
  useToastsAhead();
  const main = usePageChange();
  return (
    <>
      <a href="#main" className="skip-link">
        {shellMessages.skipToContent}
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
      <ConsentQuestion />
      <BackCloses />
      <ScrollRestoration />
    </>
  );
}

/** Q13. */
function useLowerCasePath(): void {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const lower = pathname.toLowerCase();
  useEffect(() => {
    if (lower !== pathname) void navigate(lower + search + hash, { replace: true, state });
  }, [lower, pathname, search, hash, state, navigate]);
}

/** Sets the title, and the focus for screen readers. */
function usePageChange() {
  const main = useRef<HTMLElement>(null);
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

/** The first toast may be about a lost network. */
export function useToastsAhead(): void {
  const isSignedIn = useSession().status === "signed-in";
  useEffect(() => {
    const load = () => void loadToasts().catch(() => undefined);
    if (!isSignedIn) return whenUsed(load);
    load();
    return undefined;
  }, [isSignedIn]);
}

/** Back closes the topmost dialog (Q74). */
export function BackCloses() {
  // The router allows one blocker at a time.
  return useTopDismiss() && <Closing />;
}

function Closing() {
  const isBack = useCallback<BlockerFunction>(
    ({ historyAction }) => historyAction === "POP" && topDismiss() !== undefined,
    [],
  );
  const blocker = useBlocker(isBack);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    blocker.reset();
    topDismiss()?.();
  }, [blocker]);
  return null;
}
