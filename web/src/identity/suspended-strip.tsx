import * as accountMessages from "@market/contract/identity/messages";
import { Link, useLocation } from "react-router";
import { paths } from "../routing/paths.ts";
import { Icon } from "../ui/more-icons.tsx";
import type { Suspension } from "./session.ts";

/** Links a suspended student to the decision, on every page that does not show it itself. */
export function SuspendedStrip({ suspension }: { suspension: Suspension }) {
  const { pathname } = useLocation();
  if (pathname === paths.login || pathname === paths.suspended) return null;
  return (
    <aside aria-label={accountMessages.suspendedTitle} className="bg-danger-soft text-danger">
      <div className="content flex flex-wrap items-center gap-x-4 text-sm">
        <p className="flex min-h-12 items-center gap-3 font-bold">
          <Icon name="alert" className="size-5 shrink-0" />
          {accountMessages.suspendedTitle}
        </p>
        <Link
          to={suspension.isLimited ? paths.suspended : paths.login}
          className="flex min-h-12 items-center font-bold underline underline-offset-4"
        >
          {accountMessages.readAndAppeal}
        </Link>
      </div>
    </aside>
  );
}
