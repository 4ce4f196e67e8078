import { useEffect } from "react";
import {
  matchRoutes,
  type NavigateFunction,
  useLocation,
  useNavigate,
  useRoutes,
} from "react-router";
import { isPlainClick } from "../browser/plain-click.ts";
import { Shell } from "../shell/shell.tsx";
import { PageBoundary } from "../shell/page-boundary.tsx";
import { routes } from "./routes.tsx";

export const routeIdsAt = (pathname: string): string[] =>
  matchRoutes(routes, pathname)?.map(({ route }) => route.id ?? "") ?? [];

type Props = { onReady?: (navigate: NavigateFunction) => void };

/** @param onReady is given what navigates, for what happens outside of components */
export function App({ onReady }: Props) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => onReady?.(navigate), [onReady, navigate]);
  useEffect(() => {
    // The address changes with the tap, the page once it is there: a second tap must not add an entry for Back.
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
      <Shell routeIds={routeIdsAt(pathname)}>{useRoutes(routes)}</Shell>
    </PageBoundary>
  );
}
