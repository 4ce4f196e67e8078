import * as calls from "@market/contract/identity/calls";
import { logOutPendingCookie } from "@market/contract/identity/cookies";
import { providerTimeoutShort, sessionDays, tokenRetryFirst } from "@market/contract/limits";
import { call } from "../api/client.ts";
import { subscribeToReturn } from "../browser/connection.ts";
import { writeCookie } from "../browser/cookie.ts";

/** Only one tab sends it: a second request could end the session of the next sign-in. */
const lock = "campus-marketplace:logout";

/** A cookie, because Log Out clears local storage, and the server's answer every other storage. */
export const isLogOutPending = (): boolean =>
  document.cookie.split("; ").some((one) => one.startsWith(`${logOutPendingCookie}=`));

/** The student has logged out, which the server does not know yet. */
export const noteLogOut = (): void => writeCookie(logOutPendingCookie, "yes", sessionDays * 86_400);

export const forgetLogOut = (): void => writeCookie(logOutPendingCookie, "", 0);

let sending: Promise<void> | undefined;

/** Sends the logout that has not reached the server, if there is one. @throws ApiError */
export async function finishLogOut(): Promise<void> {
  if (!isLogOutPending()) return;
  sending ??= oneTabAtATime(async () => {
    if (!isLogOutPending()) return;
    await call(calls.logOut, { timeout: providerTimeoutShort });
    forgetLogOut();
  }).finally(() => {
    sending = undefined;
  });
  await sending;
}

const oneTabAtATime = (work: () => Promise<void>): Promise<void> =>
  "locks" in navigator ? navigator.locks.request(lock, work) : work();

let isWatched = false;

/** Tries until the logout has reached the server. */
export function keepFinishingLogOut(): void {
  if (!isWatched) subscribeToReturn(() => void finishLogOut().catch(() => undefined));
  isWatched = true;
  finishLogOut().catch(() => setTimeout(keepFinishingLogOut, tokenRetryFirst * 1000));
}
