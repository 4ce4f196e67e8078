import { messages } from "@market/contract/messages";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { AccountCard } from "../account/account-card.tsx";
import { GoogleButton } from "../account/google-button.tsx";
import { InAppNotice } from "../account/in-app-notice.tsx";
import { SignInFailed } from "../account/sign-in-failed.tsx";
import { returnedFailure, type SignInFailure } from "../account/sign-in-failure.ts";
import { tellKnownFailure } from "../account/sign-in-notices.ts";
import { useDesk } from "../account/use-desk.ts";
import { useSignIn } from "../account/use-sign-in.ts";
import type { LoginState } from "../account/visitors-only.tsx";
import { usePageSettings } from "../page-context.ts";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { useHydrated } from "../ui/hydrated.tsx";
import { type PageHandle, title } from "./head.ts";

export const handle: PageHandle = { head: title("Log in") };

/** R143 to R146. */
export function Component() {
  const { campus } = usePageSettings();
  const { isBusy, failure, start, startHere } = useSignIn();
  const { state } = useLocation();
  const isHydrated = useHydrated();
  const reason = isHydrated ? (state as LoginState | null)?.reason : undefined;
  const returned = useReturnedFailure();
  const shown = failure ?? (isBusy ? undefined : returned);

  return (
    <AccountCard heading="Log in" intro={`Buy and sell with verified ${campus.name} students.`}>
      {reason !== undefined && failure === undefined && (
        <p role="status" className="bg-sunken rounded-button p-4 text-sm">
          {reason}
        </p>
      )}
      <InAppNotice />
      <GoogleButton busy={isBusy} onClick={() => start()}>
        {messages.loginWithGoogle}
      </GoogleButton>
      <SignInFailed failure={shown} onStartHere={() => startHere()} />
      <p className="text-muted text-sm">
        Only your college Google account works here. By logging in you agree to the{" "}
        <Link to={paths.terms} className="text-primary font-bold underline underline-offset-2">
          Terms and Conditions
        </Link>
        .
      </p>
      <p className="border-line border-t pt-5 text-center">
        New here?{" "}
        <Link to={paths.register} className="text-primary font-bold underline underline-offset-2">
          {messages.createAccount}
        </Link>
      </p>
    </AccountCard>
  );
}

/** How a sign-in in this tab ended at the provider, `/login?error=…`; some of it has a dialog (R464). */
function useReturnedFailure(): SignInFailure | undefined {
  const desk = useDesk();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const code = isHydrated ? new URLSearchParams(search).get("error") : null;
  useEffect(() => {
    if (code === null || returnedFailure(code).kind !== "denied") return;
    void navigate(pathname, { replace: true });
    void tellKnownFailure(desk, returnedFailure(code));
  }, [code, desk, pathname, navigate]);
  return code === null ? undefined : returnedFailure(code);
}
