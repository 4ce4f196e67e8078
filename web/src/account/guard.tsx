import { messages } from "@market/contract/messages";
import { useEffect, useState } from "react";
import { Navigate, Outlet, useLocation, useMatches } from "react-router";
import type { PageHandle } from "../pages/head.ts";
import { paths } from "../paths.ts";
import { Loading } from "../ui/loading.tsx";
import { toast } from "../ui/toast.ts";
import { useSession } from "./session.ts";
import { rememberWantedPage } from "./wanted-page.ts";

/** The one check around every protected page (R043 to R047). */
export function Guard() {
  const session = useSession();
  const [wasInside, setWasInside] = useState(false);
  if (session.status === "signed-in" && !wasInside) setWasInside(true);

  if (session.status === "loading") return <Loading label={messages.loading} />;
  if (session.status === "signed-in") return <Outlet />;
  return <ToLogin isWanted={!wasInside || session.by === "expiry"} by={session.by} />;
}

type ToLoginProps = { isWanted: boolean; by: "choice" | "expiry" };

/** Keeps what was wanted for the home page's strip (Q12), unless the student has just signed out there. */
function ToLogin({ isWanted, by }: ToLoginProps) {
  const { pathname, search } = useLocation();
  const asks = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.asksToLogIn);
  useEffect(() => {
    if (!isWanted) return;
    rememberWantedPage(pathname + search);
    const sentence = by === "expiry" ? messages.sessionExpired : messages.pleaseLogin;
    if (asks) toast.error(sentence, { id: sentence });
  }, [isWanted, by, asks, pathname, search]);
  return <Navigate to={paths.login} replace />;
}
