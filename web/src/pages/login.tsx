import * as accountMessages from "@market/contract/identity/messages";
import * as pageMessages from "@market/contract/pages/account-messages";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { AccountCard } from "../identity/account-card.tsx";
import { ProviderButton } from "../identity/sign-in/provider-button.tsx";
import { InAppNotice } from "../identity/sign-in/in-app-notice.tsx";
import { SignInFailed } from "../identity/sign-in/sign-in-failed.tsx";
import { returnedFailure, type SignInFailure } from "../identity/sign-in/sign-in-failure.ts";
import { showKnownFailure } from "../identity/sign-in/sign-in.ts";
import { useSignIn, useSignInCallbacks } from "../identity/sign-in/use-sign-in.ts";
import { SuspendedNotice } from "../identity/suspended-notice.tsx";
import { type Suspension, useSuspension } from "../identity/session.ts";
import type { LoginState } from "../identity/guard.tsx";
import { usePageSettings } from "../routing/page-context.ts";
import { paths } from "../routing/paths.ts";
import { useHydrated } from "../browser/hydrated.tsx";
import { useEarlyTap } from "../ui/early-tap.tsx";
import { AccountLinks } from "./account-links.tsx";
import { whatFor } from "./login-page/what-for.tsx";
import { type PageHandle, title } from "../routing/head.ts";

export const handle: PageHandle = { head: title(pageMessages.logIn) };

/** The login page (R143 to R146). */
export function Component() {
  const { campus } = usePageSettings();
  const { isBusy, failure, start } = useSignIn();
  const { state } = useLocation();
  const isHydrated = useHydrated();
  const returned = useReturnedFailure();
  const suspension = useShownSuspension();
  const shown = failure ?? (isBusy ? undefined : returned);
  const isAsked = isHydrated && !shown && !suspension;
  const purpose = isAsked ? whatFor((state as LoginState | null) ?? {}) : undefined;

  const { note, ...early } = useEarlyTap(() => start());
  return (
    <AccountCard
      heading={pageMessages.logIn}
      intro={purpose?.intro ?? <p className="text-muted">{pageMessages.logInIntro(campus.name)}</p>}
      picture={purpose?.picture}
    >
      {suspension && <SuspendedNotice suspension={suspension} />}
      <InAppNotice />
      {note}
      <ProviderButton {...early} busy={isBusy} onClick={() => start()}>
        {accountMessages.loginWith(campus.providerName)}
      </ProviderButton>
      {isBusy && (
        <p role="status" className="text-muted text-center text-sm">
          {accountMessages.continueInWindow}{" "}
          <button type="button" className="min-h-11 underline" onClick={() => start()}>
            {accountMessages.showWindow}
          </button>
        </p>
      )}
      <SignInFailed failure={shown} />
      <AccountLinks
        consent={accountMessages.onlyCollegeAccount(campus.providerName)}
        question={pageMessages.newHere}
        to={paths.register}
      >
        {accountMessages.createAccount}
      </AccountLinks>
    </AccountCard>
  );
}

/** The suspension of this browser's account, or of a refused sign-in, `/login?error=account-suspended&until=…`. */
function useShownSuspension(): Suspension | undefined {
  const known = useSuspension();
  const search = new URLSearchParams(useLocation().search);
  const isReturned = useHydrated() && search.get("error") === "account-suspended";
  const until = search.get("until");
  return known ?? (isReturned ? { isLimited: false, ...(until && { until }) } : undefined);
}

/** The failure of a sign-in in this tab, `/login?error=…`; some failures have a dialog (R464). */
function useReturnedFailure(): SignInFailure | undefined {
  const callbacks = useSignInCallbacks();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const code = isHydrated ? new URLSearchParams(search).get("error") : null;
  useEffect(() => {
    if (code === null || returnedFailure(code, callbacks.provider).kind !== "denied") return;
    void navigate(pathname, { replace: true });
    void showKnownFailure(callbacks, returnedFailure(code, callbacks.provider));
  }, [code, callbacks, pathname, navigate]);
  return code === null ? undefined : returnedFailure(code, callbacks.provider);
}
