import { useEffect, useState } from "react";
import {
  matchRoutes,
  type NavigateFunction,
  useLocation,
  useNavigate,
  useRoutes,
} from "react-router";
import { isPlainClick } from "../browser/plain-click.ts";
import { hasAccount } from "../identity/session.ts";
import { Shell } from "../shell/shell.tsx";
import { PageBoundary } from "../shell/page-boundary.tsx";
import { routes, unknownRoutes } from "./routes.tsx";

export const routeIdsAt = (pathname: string, among = routes): string[] =>
  matchRoutes(among, pathname)?.map(({ route }) => route.id ?? "") ?? [];

/** A link on another site, as in webmail, is followed without the session's cookie; this request carries it. */
const isThere = (address: string): Promise<boolean> =>
  fetch(address, { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

type Props = { isUnknown?: boolean; onReady?: (navigate: NavigateFunction) => void };

/** @param isUnknown the server knows no page at the first address, such as a moderators' one @param onReady is given what navigates */
export function App({ isUnknown = false, onReady }: Props) {
  const { pathname, key } = useLocation();
  const [firstKey] = useState(key);
  const [isFound, setFound] = useState(false);
  const among = isUnknown && !isFound && key === firstKey ? unknownRoutes : routes;
  useEffect(() => {
    // At every unknown address, so that nothing distinguishes the moderators' pages.
    if (isUnknown && hasAccount()) void isThere(location.href).then(setFound);
  }, [isUnknown]);
  const navigate = useNavigate();
  useEffect(() => onReady?.(navigate), [onReady, navigate]);
  useEffect(() => {
    // The address changes with the tap, the page once it has loaded: a second tap must not add an entry for Back.
    const stopSecondTap = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const isComing = location.pathname !== pathname && link?.href === location.href;
      if (isComing && isPlainClick(event)) event.preventDefault();
    };
    document.addEventListener("click", stopSecondTap, { capture: true });
    return () => document.removeEventListener("click", stopSecondTap, { capture: true });
  }, [pathname]);
  return (
    <PageBoundary>
      <Shell routeIds={routeIdsAt(pathname, among)}>{useRoutes(among)}</Shell>
    </PageBoundary>
  );
}
