import { Navigate, Outlet, useLocation } from "react-router";
import { paths } from "../paths.ts";
import { useSession } from "./session.ts";

/** Navigation state of a page that sends a signed-in student to the login page all the same (Q49). */
export type LoginState = { reason?: string };

/** Around login and registration: who is signed in is replaced to the home page (Q73). */
export function VisitorsOnly() {
  const session = useSession();
  const state = useLocation().state as LoginState | null;
  return session.status === "signed-in" && state?.reason === undefined ? (
    <Navigate to={paths.home} replace />
  ) : (
    <Outlet />
  );
}
