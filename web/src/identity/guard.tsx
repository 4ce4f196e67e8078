import type { Product } from "@market/contract/products/product";
import * as shellMessages from "@market/contract/shell/messages";
import { Navigate, Outlet, useLocation, useMatch } from "react-router";
import { useDeferredValue, useEffect, useLayoutEffect, useState } from "react";
import { paths } from "../routing/paths.ts";
import { useSession } from "./session.ts";
import { Loading } from "../ui/loading.tsx";
import { formToast, toast } from "../ui/toast.ts";
import { homePath, rememberWantedPage } from "./sign-in/wanted-page.ts";

export function Guard() {
  const now = useSession();
  const settled = useDeferredValue(now);
  // Only entering waits: the current page stays until the next one's code has loaded, since a form must not lose its owner.
  const isEntering = now.status === "signed-in" && settled.status !== "signed-in";
  const session = isEntering ? settled : now;
  const [wasInside, setWasInside] = useState(false);
  if (session.status === "signed-in" && !wasInside) setWasInside(true);

  if (session.status === "loading") return <Loading label={shellMessages.loading} />;
  if (session.status === "signed-in") return <Outlet key={session.user._id} />;
  return <ToLogin isWanted={!wasInside || session.by === "expiry"} by={session.by} />;
}

type ToLoginProps = { isWanted: boolean; by: "choice" | "expiry" };

/** Remembers the page for the home page's strip (Q12), unless the student has just signed out. */
function ToLogin({ isWanted, by }: ToLoginProps) {
  const { pathname, search } = useLocation();
  // R486: a visitor who is sent away from here to log in gets the reason.
  const isEditing = useMatch(paths.editProduct(":productId")) !== null;
  useEffect(() => {
    if (!isWanted) return;
    rememberWantedPage(pathname + search);
    const sentence = by === "expiry" ? shellMessages.sessionExpired : shellMessages.pleaseLogin;
    if (isEditing) toast.error(sentence, { id: formToast });
  }, [isWanted, by, isEditing, pathname, search]);
  // The content shown until then is shorter than the page was.
  useLayoutEffect(() => {
    window.scrollTo({ top: 0, behavior: "instant" });
  }, []);
  return (
    <>
      <Navigate to={paths.login} replace />
      <Loading label={shellMessages.loading} />
    </>
  );
}

/** Why a user is sent to the login page: for a visitor with the item, for a signed-in student a reason alone (Q49). */
export type LoginState = { reason?: string; item?: LoginItem };
/** The public part of an item. */
type LoginItem = Pick<Product, "name" | "images" | "price">;

/** Around login and registration (Q73). The form stays visible until the home page has loaded. */
export function VisitorsOnly() {
  const session = useSession();
  const state = useLocation().state as LoginState | null;
  const isLeaving =
    session.status === "signed-in" && (state?.reason === undefined || state.item !== undefined);
  return (
    <>
      {isLeaving && <Navigate to={homePath()} replace />}
      <Outlet />
    </>
  );
}
