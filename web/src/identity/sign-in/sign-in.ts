import * as calls from "@market/contract/students/calls";
import { providerTimeoutLong } from "@market/contract/limits";
import * as accountMessages from "@market/contract/identity/messages";
import type { AccountProfile } from "@market/contract/identity/schemas";
import type { Registration } from "@market/contract/students/student";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/client.ts";
import { paths } from "../../routing/paths.ts";
import type { AlertNotice } from "../../ui/alert.tsx";
import { toast } from "../../ui/toast.ts";
import { newcomer } from "../newcomer.ts";
import {
  awaitRegistration,
  currentSession,
  endSession,
  freshToken,
  issueToken,
  limitSession,
  SessionOver,
  settleSignedOut,
  startSession,
} from "../session.ts";
import {
  discardRegistrationDraft,
  type PendingSignIn,
  savePendingSignIn,
} from "./pending-sign-in.ts";
import { goToProvider, openProvider } from "./provider.ts";
import { type SignInFailure, signInFailure, suspensionOf } from "./sign-in-failure.ts";
import { homePath, wantedItem } from "./wanted-page.ts";

export type SignInCallbacks = {
  navigate(path: string, state?: unknown): void;
  alert(notice: AlertNotice): Promise<void>;
  provider: string;
};

let running = 0;

/** Signs in with a popup (R327 to R332, R452). Must be called in the click. @throws what `signInFailure` knows */
export async function signIn(idle: () => void, registration?: Registration): Promise<LogIn> {
  running += 1;
  try {
    await openProvider(idle);
    return await finishSignIn({ registration });
  } finally {
    running -= 1;
  }
}

async function finishSignIn(pending: PendingSignIn | undefined): Promise<LogIn> {
  // After an explicit sign-in only the new session counts, though the old one may still be alive.
  if (pending?.registration === undefined) return logIn(pending ? newAccount : storedAccount);
  await register(pending.registration);
  return { isRegistered: true };
}

/** Signs in without a popup; the home page completes it. */
export function signInByRedirect(registration?: Registration): void {
  savePendingSignIn({ registration });
  goToProvider();
}

export type LogIn = { isRegistered: true } | { isRegistered: false; profile: AccountProfile };
type Account = { token: string; profile: AccountProfile; isStored: boolean };

let loggingIn: Promise<LogIn> | undefined;

/** Logs in with the ID token of the signed-in account (R323). Concurrent calls share one request (Q62). @throws SessionOver, ApiError */
export function logIn(account = storedAccount): Promise<LogIn> {
  loggingIn ??= account()
    .then(logInWith)
    .finally(() => {
      loggingIn = undefined;
    });
  return loggingIn;
}

async function register(registration: Registration): Promise<void> {
  const { token, profile } = await newAccount();
  const { user, message } = await call(calls.googleRegister, {
    token,
    body: { ...registration, name: profile.displayName, email: profile.email },
    timeout: providerTimeoutLong,
  });
  newcomer.set(user._id);
  startSession(token, { ...user, ...profile });
  toast.success(message);
}

async function logInWith({ token, profile, isStored }: Account): Promise<LogIn> {
  try {
    const { user } = await call(calls.googleLogin, { token, timeout: providerTimeoutLong });
    // Signed out in the meantime: a late answer must not undo that.
    if (isStored && currentSession().status !== "signed-in") throw new SessionOver();
    startSession(token, { ...user, ...profile });
    return { isRegistered: true };
  } catch (error) {
    if (error instanceof ApiError && error.message.includes(accountMessages.userNotRegistered)) {
      awaitRegistration();
      return { isRegistered: false, profile };
    }
    if (error instanceof ApiError && error.code === "account-deleted") {
      const { offerRestore } = await import("../restore-account.ts");
      if (await offerRestore(token)) return logInWith({ token, profile, isStored });
    }
    const isSuspended = error instanceof ApiError && error.suspension !== undefined;
    if (error instanceof ApiError && (error.status === 401 || isSuspended) && isStored)
      return logInWith(await newAccount());
    if (isSuspended) limitSession(error.suspension ?? {});
    throw error;
  }
}

async function storedAccount(): Promise<Account> {
  const token = freshToken();
  const session = currentSession();
  if (token === undefined || session.status !== "signed-in") return newAccount();
  const { email, displayName, photoURL } = session.user;
  return { token, profile: { email, displayName, photoURL }, isStored: true };
}

async function newAccount(): Promise<Account> {
  const { token, profile } = await issueToken();
  return { token, profile, isStored: false };
}

/** Logs in with the account that the page started with (R323, R450). Never rejects. */
export async function checkAccount(
  callbacks: SignInCallbacks,
  pending: PendingSignIn | undefined,
  isResumed: boolean,
): Promise<void> {
  try {
    const result = await finishSignIn(pending);
    if (result.isRegistered) {
      if (pending?.registration) discardRegistrationDraft();
      if (pending && wantedItem() !== undefined) callbacks.navigate(homePath());
    } else if (pending) {
      await showNotRegistered(callbacks, result.profile);
    } else if (running === 0) {
      // R461: the listener navigates silently, and not during an explicit sign-in (Q67).
      callbacks.navigate(paths.register, result.profile);
    }
  } catch (error) {
    await handleFailedCheck(callbacks, error, pending !== undefined, isResumed);
  }
}

async function handleFailedCheck(
  callbacks: SignInCallbacks,
  error: unknown,
  isExplicit: boolean,
  isResumed: boolean,
): Promise<void> {
  const failure = signInFailure(error, callbacks.provider);
  const isRefused =
    error instanceof SessionOver ||
    (error instanceof ApiError && [401, 403].includes(error.status));
  const session = currentSession();
  if (failure.kind === "suspended") {
    const isLimited = session.status === "signed-out" && session.suspension?.isLimited;
    if (!isLimited) endSession("expiry", suspensionOf(error));
    if (isExplicit || isResumed) callbacks.navigate(paths.login);
    return;
  }
  if (isRefused) endSession(session.status === "signed-out" ? session.by : "expiry");
  else if (!isResumed) settleSignedOut();
  if (failure.code === "missing-session") return;
  if (!isExplicit && !isRefused) console.warn(failure.message);
  else if (!(await showKnownFailure(callbacks, failure))) {
    await callbacks.alert({
      kind: "error",
      title: accountMessages.authenticationFailed,
      text: failure.message,
    });
  }
}

/** R462. */
export async function showNotRegistered(
  callbacks: SignInCallbacks,
  profile: AccountProfile,
): Promise<void> {
  await callbacks.alert({
    kind: "warning",
    title: accountMessages.userNotRegisteredTitle,
    text: accountMessages.pleaseRegister,
  });
  callbacks.navigate(paths.register, profile);
}

/** Shows R463 and R464 in a dialog, logs the rest (R465). @returns whether there was a dialog */
export async function showKnownFailure(
  callbacks: SignInCallbacks,
  { kind, code, message }: SignInFailure,
): Promise<boolean> {
  if (kind === "denied") {
    await callbacks.alert({
      kind: "error",
      title: accountMessages.accessDenied,
      text: accountMessages.useCollegeEmail,
    });
    return true;
  }
  if (kind === "refused") console.warn("The sign-in failed:", code);
  if (kind !== "known") return false;
  await callbacks.alert({
    kind: "info",
    title: accountMessages.alreadyRegisteredTitle,
    text: message,
  });
  callbacks.navigate(paths.login);
  return true;
}
