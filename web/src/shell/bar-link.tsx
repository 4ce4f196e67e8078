import { Link, useLocation } from "react-router";
import { paths } from "../routing/paths.ts";

/** Home has two addresses. */
export function isCurrent(to: string, pathname: string): boolean {
  if (to === paths.homeNamed || to === paths.home)
    return pathname === paths.home || pathname === paths.homeNamed;
  return pathname === to;
}

/** The active link is underlined (R064). */
export function BarLink({ to, children }: { to: string; children: string }) {
  const { pathname } = useLocation();
  return (
    <Link to={to} aria-current={isCurrent(to, pathname) ? "page" : undefined} className="bar-link">
      {children}
    </Link>
  );
}
