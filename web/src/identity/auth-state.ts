import {
  providerTimeoutShort,
  tokenRetryFirst,
  tokenRetryMost,
  tokenSyncMaxAge,
} from "@market/contract/limits";
import {
  currentSession,
  endSession,
  followOtherTabs,
  hasAccount,
  renewalDelay,
  replaceToken,
  resumeSession,
  SessionOver,
  setTokenListener,
  settleSignedOut,
  storedToken,
  subscribe,
  tokenAge,
} from "./session.ts";
import { subscribeToReturn } from "../browser/connection.ts";
import { isLogOutPending, keepFinishingLogOut } from "./pending-logout.ts";
import { type PendingSignIn, takePendingSignIn } from "./sign-in/pending-sign-in.ts";
import type { SignInCallbacks } from "./sign-in/sign-in.ts";

/** Finds out who is signed in (R321, R322). Visitors who never signed in here cost no request. */
export function startAccount(callbacks: SignInCallbacks, tokenSyncUrl?: string): void {
  const pending = takePendingSignIn();
  const check = (sent: PendingSignIn | undefined, isResumed: boolean) =>
    void import("./sign-in/sign-in.ts").then(({ checkAccount }) =>
      checkAccount(callbacks, sent, isResumed),
    );
  followOtherTabs();
  watchSuspension(() => check(undefined, false));
  if (tokenSyncUrl !== undefined) syncToken(new URL(tokenSyncUrl, location.origin));
  keepTokenFresh();
  // The browser may have been closed while the student logged out.
  if (isLogOutPending()) endSession("choice");
  keepFinishingLogOut();
  if (pending === undefined && !hasAccount()) {
    settleSignedOut();
    return;
  }
  check(pending, resumeSession());
}

/** It may have ended while the student was elsewhere or offline. */
function watchSuspension(check: () => void): void {
  const look = () => {
    const session = currentSession();
    const isLimited = session.status === "signed-out" && session.suspension?.isLimited;
    if (isLimited && document.visibilityState === "visible") check();
  };
  document.addEventListener("visibilitychange", look);
  subscribeToReturn(look);
}

/** Sends each change of the token in order: POST (R458), DELETE (R459). Failures are ignored (Q65). */
function syncToken(address: URL): void {
  let sent = Promise.resolve();
  setTokenListener((token) => {
    sent = sent.then(() => sendToken(address, token)).catch(() => undefined);
  });
}

async function sendToken(address: URL, token: string | undefined): Promise<void> {
  // Replaced in the meantime, or the computer slept (R541).
  if (token !== undefined && tokenAge(token) > tokenSyncMaxAge * 1000) return;
  await fetch(address, {
    ...(token === undefined
      ? { method: "DELETE" }
      : { method: "POST", headers: { Authorization: `Bearer ${token}` } }),
    keepalive: true,
    signal: AbortSignal.timeout(providerTimeoutShort * 1000),
  });
}

/** Milliseconds before the next try: 30 s, doubling to 16 min (R539). */
export function retryDelay(failures: number): number {
  return Math.min(tokenRetryFirst * 2 ** (failures - 1), tokenRetryMost) * 1000;
}

/** Renews the token while signed in, and after a failure when the network or the tab is back. */
export function keepTokenFresh(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const schedule = () => {
    clearTimeout(timer);
    const token = storedToken();
    if (currentSession().status !== "signed-in" || token === undefined) return;
    timer = setTimeout(
      () => void renew(),
      failures > 0 ? retryDelay(failures) : renewalDelay(token),
    );
  };
  const renew = async () => {
    try {
      await replaceToken();
      failures = 0;
    } catch (error) {
      if (error instanceof SessionOver) return;
      failures += 1;
    }
    schedule();
  };
  const restart = () => {
    failures = 0;
    schedule();
  };
  const wake = () => {
    if (document.visibilityState === "visible") restart();
  };

  const unsubscribe = subscribe(restart);
  addEventListener("online", restart);
  document.addEventListener("visibilitychange", wake);
  schedule();
  return () => {
    clearTimeout(timer);
    unsubscribe();
    removeEventListener("online", restart);
    document.removeEventListener("visibilitychange", wake);
  };
}
