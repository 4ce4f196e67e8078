import { desktopBreakpoint, mobileBreakpoint } from "@market/contract/limits";
import { viewedPages } from "@market/contract/pages";
import type { PageView } from "@market/contract/views";
import { useEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router";
import { type Session, useSession } from "../account/session.ts";
import { usePageSettings } from "../page-context.ts";
import { sendView } from "./view-report.ts";

/** Reports each page once when it is shown: the first, and every route change after it (R027, R460). */
export function usePageViews(): void {
  const { campus } = usePageSettings();
  const { status } = useSession();
  const place = useLocation().pathname.toLowerCase();
  const page = pageOf(
    useMatches().map(({ id }) => id),
    status,
  );
  const reported = useRef<string>(undefined);
  useEffect(() => {
    if (page === undefined || reported.current === place) return;
    const before = reported.current === undefined ? document.referrer : "";
    reported.current = place;
    sendView(
      {
        page,
        referrer: referrerOf(before, location.host),
        viewport: viewportOf(window.innerWidth),
        language: languageOf(navigator.languages),
      },
      campus.analyticsUrl,
    );
  }, [page, place, campus.analyticsUrl]);
}

/**
 * The template of the address that is shown, from the ids of the matched routes; undefined while a
 * guard still decides or is about to send elsewhere, which shows nobody a page.
 */
export function pageOf(
  routeIds: readonly string[],
  status: Session["status"],
): PageView["page"] | undefined {
  if (routeIds.includes("guard") && status !== "signed-in") return undefined;
  if (routeIds.includes("visitors-only") && status !== "signed-out") return undefined;
  const [path = ""] = routeIds.at(-1)?.split(" ") ?? [];
  const template = path.replace(/:(\w+)/g, "{$1}");
  return viewedPages.find((page) => page === template) ?? "404";
}

/** Host of the page before when it was another site, otherwise empty. */
export function referrerOf(referrer: string, ownHost: string): string {
  const host = referrer === "" ? "" : new URL(referrer).host;
  const isKnown = /^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/.test(host) && host.length <= 100;
  return isKnown && host !== ownHost ? host : "";
}

/** @param width of the window in CSS pixels */
export function viewportOf(width: number): PageView["viewport"] {
  if (width < mobileBreakpoint) return "phone";
  return width < desktopBreakpoint ? "tablet" : "desktop";
}

/** The first of the browser's languages that has a name of two letters; the page's own otherwise. */
export function languageOf(languages: readonly string[]): string {
  for (const tag of languages) {
    const [, language] = /^([a-z]{2})(-|$)/i.exec(tag) ?? [];
    if (language) return language.toLowerCase();
  }
  return "en";
}
