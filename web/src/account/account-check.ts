import { messages } from "@market/contract/messages";
import { ApiError } from "../api/api-error.ts";
import { paths } from "../paths.ts";
import type { LeftSignIn } from "./left-sign-in.ts";
import type { LogIn } from "./log-in.ts";
import { discardRegistrationDraft } from "./registration.ts";
import { currentSession, endSession, settleSignedOut } from "./session.ts";
import { finishSignIn, isSigningIn } from "./sign-in.ts";
import { signInFailure } from "./sign-in-failure.ts";
import { type Desk, tellKnownFailure, tellNotRegistered } from "./sign-in-notices.ts";
import { SessionOver } from "./token.ts";

/**
 * Asks the backend about the Google account with which a page has started (R323, R450), and does
 * what its answer calls for. Never rejects.
 * @param left the sign-in that is being completed, if one was asked for
 * @param isResumed whether a kept user is being shown meanwhile
 */
export async function checkAccount(
  desk: Desk,
  left: LeftSignIn | undefined,
  isResumed: boolean,
): Promise<void> {
  try {
    await arrive(desk, await finishSignIn(left?.registration), left);
  } catch (error) {
    await stayOut(desk, error, left !== undefined, isResumed);
  }
}

async function arrive(desk: Desk, outcome: LogIn, left: LeftSignIn | undefined): Promise<void> {
  if (outcome.isRegistered) {
    if (left?.registration) discardRegistrationDraft();
  } else if (left) {
    await tellNotRegistered(desk, outcome.profile);
  } else if (!isSigningIn()) {
    // R461: the listener goes there without a word, and not while a sign-in was asked for (Q67).
    desk.go(paths.register, outcome.profile);
  }
}

/** Who has just signed out has chosen to: that is no session that ran out. */
function endHere(): void {
  const session = currentSession();
  endSession(session.status === "signed-out" ? session.by : "expiry");
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
  if (isRefused) endHere();
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
