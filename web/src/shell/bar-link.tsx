import { useLocation } from "react-router";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";

/** Whether a link leads to the page that is open; Home has two addresses. */
export function isCurrent(to: string, pathname: string): boolean {
  if (to === paths.homeNamed || to === paths.home)
    return pathname === paths.home || pathname === paths.homeNamed;
  return pathname === to;
}

/** A link of the bar; the active one is underlined (R064). */
export function BarLink({ to, children }: { to: string; children: string }) {
  const { pathname } = useLocation();
  return (
    <Link to={to} aria-current={isCurrent(to, pathname) ? "page" : undefined} className="bar-link">
      {children}
    </Link>
  );
}
