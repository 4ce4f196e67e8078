import { useEffect } from "react";
import {
  matchRoutes,
  type NavigateFunction,
  useLocation,
  useNavigate,
  useRoutes,
} from "react-router";
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
  return (
    <PageBoundary>
      <Shell routeIds={routeIdsAt(pathname)}>{useRoutes(routes)}</Shell>
    </PageBoundary>
  );
}
