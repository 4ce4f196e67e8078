import * as shellMessages from "@market/contract/shell/messages";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { ConsentQuestion } from "../rights/consent-question.tsx";
import { useSession, useSuspension } from "../identity/session.ts";
import { whenUsed } from "../browser/first-use.ts";
import { lazyWithPreload } from "../browser/lazy-with-preload.ts";
import { loadToasts } from "../ui/toast.ts";
import { useHistory } from "../routing/use-history.ts";
import { Alerts } from "../ui/alert.tsx";
import { Toaster } from "../ui/toaster.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { BusyNotice } from "./busy-notice.tsx";
import { Footer } from "./footer.tsx";
import { NavigationBar } from "./navigation-bar.tsx";
import { OfflineStrip } from "./offline-strip.tsx";
import { usePageViews } from "./page-views.ts";

const SuspendedStrip = lazyWithPreload(
  async () => (await import("../identity/suspended-strip.tsx")).SuspendedStrip,
);

type Props = { routeIds: readonly string[]; children: ReactNode };

export function Shell({ routeIds, children }: Props) {
  useHistory();
  useLowerCasePath();
  usePageViews(routeIds);
  useToastsAhead();
  const main = useFocusOnChange();
  const suspension = useSuspension();
  return (
    <>
      <a href="#main" className="skip-link">
        {shellMessages.skipToContent}
      </a>
      <NavigationBar />
      <OfflineStrip />
      <Suspense>{suspension && <SuspendedStrip suspension={suspension} />}</Suspense>
      <main id="main" ref={main} tabIndex={-1} className="min-h-[70vh] outline-none">
        {children}
      </main>
      <Footer />
      <BottomBar />
      <Toaster />
      <Alerts />
      <BusyNotice />
      <ConsentQuestion />
    </>
  );
}

/** Rewrites the address to lower case (Q13). */
function useLowerCasePath(): void {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const lower = pathname.toLowerCase();
  useEffect(() => {
    if (lower !== pathname) void navigate(lower + search + hash, { replace: true, state });
  }, [lower, pathname, search, hash, state, navigate]);
}

/** Moves the focus when the page changes, for screen readers. */
function useFocusOnChange() {
  const main = useRef<HTMLElement>(null);
  const pathname = useLocation().pathname.toLowerCase();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

/** The first toast may be about a lost network. */
function useToastsAhead(): void {
  const isSignedIn = useSession().status === "signed-in";
  useEffect(() => {
    const load = () => void loadToasts().catch(() => undefined);
    if (!isSignedIn) return whenUsed(load);
    load();
    return undefined;
  }, [isSignedIn]);
}
