import { messages } from "@market/contract/messages";
import { useEffect, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { paths } from "../paths.ts";
import { Loading } from "../ui/loading.tsx";
import { useSession } from "./session.ts";
import { rememberWantedPage } from "./wanted-page.ts";

/** The one check around every protected page (R043 to R047). */
export function Guard() {
  const session = useSession();
  const [wasInside, setWasInside] = useState(false);
  if (session.status === "signed-in" && !wasInside) setWasInside(true);

  if (session.status === "loading") return <Loading label={messages.loading} />;
  if (session.status === "signed-in") return <Outlet />;
  return <ToLogin isWanted={!wasInside || session.by === "expiry"} />;
}

/** Keeps what was wanted for the home page's strip (Q12), unless the student has just signed out there. */
function ToLogin({ isWanted }: { isWanted: boolean }) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (isWanted) rememberWantedPage(pathname + search);
  }, [isWanted, pathname, search]);
  return <Navigate to={paths.login} replace />;
}
