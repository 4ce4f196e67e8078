import { messages } from "@market/contract/messages";
import { ApiError } from "../api/client.ts";
import { paths } from "../paths.ts";
import type { LogIn } from "./log-in.ts";
import { keepTokenFresh } from "./renewal.ts";
import { discardRegistrationDraft } from "./registration.ts";
import {
  endSession,
  followOtherTabs,
  hasAccount,
  resumeSession,
  settleSignedOut,
} from "./session.ts";
import { finishSignIn, isSigningIn, takeLeftSignIn } from "./sign-in.ts";
import { signInFailure } from "./sign-in-failure.ts";
import { type Desk, tellKnownFailure, tellNotRegistered } from "./sign-in-notices.ts";
import { SessionOver } from "./token.ts";

/**
 * Finds out who is signed in when the page starts (R321, R322), and keeps that true afterwards. A
 * visitor who never signed in here costs no request.
 */
export function startAccount(desk: Desk): void {
  const left = takeLeftSignIn();
  followOtherTabs();
  keepTokenFresh();
  if (left === undefined && !hasAccount()) {
    settleSignedOut();
    return;
  }
  const isResumed = resumeSession();
  void finishSignIn(left?.registration).then(
    (outcome) => arrive(desk, outcome, left),
    (error: unknown) => stayOut(desk, error, left !== undefined, isResumed),
  );
}

async function arrive(
  desk: Desk,
  outcome: LogIn,
  left: ReturnType<typeof takeLeftSignIn>,
): Promise<void> {
  if (outcome.isRegistered) {
    if (left?.registration) discardRegistrationDraft();
  } else if (left) {
    await tellNotRegistered(desk, outcome.profile);
  } else if (!isSigningIn()) {
    // R461: the listener goes there without a word, and not while a sign-in was asked for (Q67).
    desk.go(paths.register, outcome.profile);
  }
}

async function stayOut(
  desk: Desk,
  error: unknown,
  isAsked: boolean,
  isResumed: boolean,
): Promise<void> {
  const failure = signInFailure(error);
  const isRefused =
    error instanceof SessionOver ||
    (error instanceof ApiError && [401, 403].includes(error.status));
  if (isRefused) endSession("expiry");
  else if (!isResumed) settleSignedOut();
  if (failure.code === "missing-session") return;
  if (!isAsked && !isRefused) console.warn(failure.message);
  else if (!(await tellKnownFailure(desk, failure))) {
    await desk.alert({
      kind: "error",
      title: messages.authenticationFailed,
      text: failure.message,
    });
  }
}
