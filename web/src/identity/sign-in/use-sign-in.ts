import * as shellMessages from "@market/contract/shell/messages";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { Registration } from "@market/contract/students/student";
import { usePageSettings } from "../../routing/page-context.ts";
import { showAlert } from "../../ui/alert.tsx";
import { isOffline } from "../../browser/connection.ts";
import { endSession } from "../session.ts";
import { needsRedirect, SignInError } from "./provider.ts";
import {
  showKnownFailure,
  showNotRegistered,
  signIn,
  type SignInCallbacks,
  signInByRedirect,
} from "./sign-in.ts";
import { type SignInFailure, signInFailure, suspensionOf } from "./sign-in-failure.ts";
import { homePath } from "./wanted-page.ts";

type State = { isBusy: boolean; failure?: SignInFailure };

type Options = {
  failed?: (failure: SignInFailure) => void;
  /** The home page opens when absent. */
  done?: () => void | Promise<void>;
};

/** `start` must be called in the click. */
export function useSignIn({ failed, done }: Options = {}) {
  const callbacks = useSignInCallbacks();
  const navigate = useNavigate();
  const [state, setState] = useState<State>({ isBusy: false });

  const fail = (failure: SignInFailure) => {
    setState({ isBusy: false, failure });
    failed?.(failure);
  };
  const start = (registration?: Registration): void => {
    if (isOffline()) {
      fail({ kind: "refused", code: "network-request-failed", message: shellMessages.offline });
      return;
    }
    if (needsRedirect()) {
      signInByRedirect(registration);
      return;
    }
    setState({ isBusy: true });
    const idle = () => fail({ kind: "quiet", code: "popup-closed-by-user", message: "" });
    signIn(idle, registration).then(
      async (result) => {
        const goHome = () => navigate(homePath(), { replace: true });
        const finish = done ?? goHome;
        if (result.isRegistered) await finish();
        else void showNotRegistered(callbacks, result.profile);
        // Otherwise busy until the home page has loaded.
        if (!result.isRegistered || done) setState({ isBusy: false });
      },
      async (error: unknown) => {
        const failure = signInFailure(error, callbacks.provider);
        if (failure.code === "cancelled-popup-request") return;
        if (error instanceof SignInError) endSuspended(error);
        if (await showKnownFailure(callbacks, failure)) setState({ isBusy: false });
        else fail(failure);
        // The window is blocked: this tab needs none, and no second tap (R614).
        if (failure.kind === "blocked") signInByRedirect(registration);
      },
    );
  };
  return { ...state, start };
}

/** The provider's answer was refused: this account is suspended and erased. */
function endSuspended(error: SignInError): void {
  const suspension = suspensionOf(error);
  if (suspension) endSession("choice", suspension);
}

export function useSignInCallbacks(): SignInCallbacks {
  const navigate = useNavigate();
  const { providerName: provider } = usePageSettings().campus;
  return useMemo(
    () => ({
      navigate: (path, state) => void navigate(path, { replace: true, state }),
      alert: showAlert,
      provider,
    }),
    [navigate, provider],
  );
}
