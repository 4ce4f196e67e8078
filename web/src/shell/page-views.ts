import type { PageView } from "@market/contract/analytics/schemas";
import { desktopBreakpoint, mobileBreakpoint } from "@market/contract/limits";
import { countView } from "@market/contract/analytics/calls";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { type Session, useSession } from "../identity/session.ts";
import { usePageSettings } from "../routing/page-context.ts";
import { paths } from "../routing/paths.ts";

/** Counted as unknown, as the moderators' pages are to all other users. */
const unknown: readonly string[] = ["", "*", paths.moderation, paths.operations];

/** Reports each page once (R027, R460). */
export function usePageViews(routeIds: readonly string[]): void {
  const { campus } = usePageSettings();
  const { status } = useSession();
  const place = useLocation().pathname.toLowerCase();
  const page = viewedPage(routeIds, status);
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

/** The route's template; undefined while a guard decides. */
export function viewedPage(
  routeIds: readonly string[],
  status: Session["status"],
): PageView["page"] | undefined {
  if (routeIds.includes("guard") && status !== "signed-in") return undefined;
  if (routeIds.includes("visitors-only") && status !== "signed-out") return undefined;
  const [path = ""] = routeIds.at(-1)?.split(" ") ?? [];
  if (unknown.includes(path)) return "404";
  return path.replace(/:(\w+)/g, "{$1}") as PageView["page"];
}

export function referrerOf(referrer: string, ownHost: string): string {
  const host = referrer === "" ? "" : new URL(referrer).host;
  const isKnown = /^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/.test(host) && host.length <= 100;
  return isKnown && host !== ownHost ? host : "";
}

/** The class of a window's width in CSS pixels. */
export function viewportOf(width: number): PageView["viewport"] {
  if (width < mobileBreakpoint) return "phone";
  return width < desktopBreakpoint ? "tablet" : "desktop";
}

export function languageOf(languages: readonly string[]): string {
  for (const tag of languages) {
    const [, language] = /^([a-z]{2})(-|$)/i.exec(tag) ?? [];
    if (language) return language.toLowerCase();
  }
  return "en";
}

type PrivacySignals = { doNotTrack?: string | null; globalPrivacyControl?: boolean };

/** Reports a page view to our own counter or a Plausible-compatible address (Q08); respects Do Not Track and GPC. */
export function sendView(view: PageView, analyticsUrl: string | undefined): void {
  const { doNotTrack, globalPrivacyControl } = navigator as PrivacySignals;
  if (doNotTrack === "1" || globalPrivacyControl === true) return;
  const { url, type, body } =
    analyticsUrl === undefined
      ? { url: countView.path, type: "application/json", body: view }
      : plausibleEvent(view, analyticsUrl);
  fetch(url, {
    method: "POST",
    keepalive: true,
    credentials: "omit",
    headers: { "content-type": type },
    body: JSON.stringify(body),
  }).catch(() => undefined);
}

/** `text/plain` needs no CORS preflight; Plausible reads it as JSON. */
function plausibleEvent({ page, referrer }: PageView, url: string) {
  const body = {
    name: "pageview",
    domain: location.hostname,
    url: location.origin + page,
    referrer: referrer && `https://${referrer}`,
  };
  return { url, type: "text/plain", body };
}
