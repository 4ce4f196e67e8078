import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { perTab } from "../browser/storage.ts";

/** Pixels from the top, by page and history entry. */
type Places = Record<string, number>;

const placesKey = "scroll-places";

/** Back and a reload return to where the page was read; another page begins at its top. */
export function useHistory(): void {
  const { key, pathname, hash } = useLocation();
  const type = useNavigationType();
  const entry = `${pathname} ${key}`;
  const shown = useRef<{ entry: string; pathname: string }>(undefined);
  const places = useRef<Places>(undefined);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const savePlace = () => {
      if (shown.current && places.current) places.current[shown.current.entry] = window.scrollY;
    };
    addEventListener("scroll", savePlace, { passive: true, signal });
    addEventListener(
      "pagehide",
      () => {
        history.scrollRestoration = "auto";
        perTab.write(placesKey, JSON.stringify(places.current));
      },
      { signal },
    );
    addEventListener("pageshow", () => (history.scrollRestoration = "manual"), { signal });
    return () => leaving.abort();
  }, []);
  useLayoutEffect(() => {
    history.scrollRestoration = "manual";
    places.current ??= (perTab.readJson(placesKey) as Places | undefined) ?? {};
    const before = shown.current;
    shown.current = { entry, pathname };
    // The first entry of every document has the same key.
    const isNew = before === undefined && isFirstVisit();
    if (isNew) delete places.current[entry];
    const place = type === "POP" && !isNew ? places.current[entry] : undefined;
    if (place !== undefined) scrollTo({ top: place, behavior: "instant" });
    else if (hash !== "") document.getElementById(hash.slice(1))?.scrollIntoView();
    else if (before && before.pathname !== pathname) scrollTo({ top: 0, behavior: "instant" });
  }, [entry, pathname, hash, type]);
}

function isFirstVisit(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return (navigation as PerformanceNavigationTiming | undefined)?.type === "navigate";
}
