import { takeLeftSignIn } from "./left-sign-in.ts";
import { keepTokenFresh } from "./renewal.ts";
import { followOtherTabs, hasAccount, resumeSession, settleSignedOut } from "./session.ts";
import type { Desk } from "./sign-in-notices.ts";

/**
 * Finds out who is signed in when the page starts (R321, R322), and keeps that true afterwards. A
 * visitor who never signed in here costs no request, and does not fetch the code that makes one.
 */
export function startAccount(desk: Desk, tokenSyncUrl?: string): void {
  const left = takeLeftSignIn();
  followOtherTabs();
  if (tokenSyncUrl !== undefined)
    void import("./token-sync.ts").then(({ syncToken }) => syncToken(tokenSyncUrl));
  keepTokenFresh();
  if (left === undefined && !hasAccount()) {
    settleSignedOut();
    return;
  }
  const isResumed = resumeSession();
  void import("./account-check.ts").then(({ checkAccount }) => checkAccount(desk, left, isResumed));
}
