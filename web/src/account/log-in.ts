import { endpoints } from "@market/contract/endpoints";
import { providerTimeoutLong } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import type { AccountProfile, Registration } from "@market/contract/users";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { awaitRegistration, currentSession, startSession } from "./session.ts";
import { freshToken, issueToken, SessionOver } from "./token.ts";

/** What the backend says of the Google account that this browser is signed in with. */
export type LogIn = { isRegistered: true } | { isRegistered: false; profile: AccountProfile };
type Account = { token: string; profile: AccountProfile; isKept: boolean };

let loggingIn: Promise<LogIn> | undefined;

/**
 * Sends the ID token to the backend (R323), then stores and sets the user (R325, R326). The listener
 * and the sign-in function share one call (Q62).
 * @throws SessionOver when nobody is signed in with Google; ApiError for a refusal
 */
export function logIn(): Promise<LogIn> {
  loggingIn ??= keptAccount()
    .then(logInWith)
    .finally(() => {
      loggingIn = undefined;
    });
  return loggingIn;
}

/**
 * Registers the Google account that this browser is signed in with, and starts its session (R452).
 * @throws SessionOver when nobody is signed in with Google; ApiError for a refusal
 */
export async function register(registration: Registration): Promise<void> {
  const { token, profile } = await newAccount();
  const { user } = await call(endpoints.googleRegister, {
    token,
    body: { ...registration, name: profile.displayName, email: profile.email },
    patience: providerTimeoutLong,
  });
  startSession(token, { ...user, ...profile });
}

async function logInWith({ token, profile, isKept }: Account): Promise<LogIn> {
  try {
    const { user } = await call(endpoints.googleLogin, {
      token,
      patience: providerTimeoutLong,
    });
    // Signed out meanwhile, here or in another tab: an answer on its way must not undo that.
    if (isKept && currentSession().status !== "signed-in") throw new SessionOver();
    startSession(token, { ...user, ...profile });
    return { isRegistered: true };
  } catch (error) {
    if (error instanceof ApiError && error.message.includes(messages.userNotRegistered)) {
      awaitRegistration();
      return { isRegistered: false, profile };
    }
    if (error instanceof ApiError && error.status === 401 && isKept)
      return logInWith(await newAccount());
    throw error;
  }
}

async function keptAccount(): Promise<Account> {
  const token = freshToken();
  const session = currentSession();
  if (token === undefined || session.status !== "signed-in") return newAccount();
  const { email, displayName, photoURL } = session.user;
  return { token, profile: { email, displayName, photoURL }, isKept: true };
}

async function newAccount(): Promise<Account> {
  const { token, profile } = await issueToken();
  return { token, profile, isKept: false };
}
