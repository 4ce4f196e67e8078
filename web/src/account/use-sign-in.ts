import { messages } from "@market/contract/messages";
import type { Registration } from "@market/contract/users";
import { useState } from "react";
import { isOffline } from "../api/connection.ts";
import { paths } from "../paths.ts";
import { needsRedirect } from "./provider.ts";
import { signIn, signInByRedirect } from "./sign-in.ts";
import { type SignInFailure, signInFailure } from "./sign-in-failure.ts";
import { tellKnownFailure, tellNotRegistered } from "./sign-in-notices.ts";
import { useDesk } from "./use-desk.ts";

type State = { isBusy: boolean; failure?: SignInFailure };

/**
 * The explicit sign-in of the login and registration pages: `start` belongs into the click, or the
 * browser blocks Google's window; `startHere` goes to Google in this tab instead.
 * @param failed told of every failure that has no dialog of its own
 */
export function useSignIn(failed?: (failure: SignInFailure) => void) {
  const desk = useDesk();
  const [state, setState] = useState<State>({ isBusy: false });

  const fail = (failure: SignInFailure) => {
    setState({ isBusy: false, failure });
    failed?.(failure);
  };
  const start = (registration?: Registration): void => {
    if (isOffline()) {
      fail({ kind: "refused", code: "network-request-failed", message: messages.offline });
      return;
    }
    if (needsRedirect()) {
      signInByRedirect(registration);
      return;
    }
    setState({ isBusy: true });
    const idle = () => fail({ kind: "quiet", code: "popup-closed-by-user", message: "" });
    signIn(idle, registration).then(
      (outcome) => {
        setState({ isBusy: false });
        if (outcome.isRegistered) desk.go(paths.home);
        else void tellNotRegistered(desk, outcome.profile);
      },
      async (error: unknown) => {
        const failure = signInFailure(error);
        if (failure.code === "cancelled-popup-request") return;
        if (await tellKnownFailure(desk, failure)) setState({ isBusy: false });
        else fail(failure);
      },
    );
  };
  return { ...state, start, startHere: signInByRedirect };
}
