import * as calls from "@market/contract/identity/calls";
import { logOutPendingCookie } from "@market/contract/identity/cookies";
import { providerTimeoutShort, sessionDays, tokenRetryFirst } from "@market/contract/limits";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { subscribeToReturn } from "../browser/connection.ts";
import { writeCookie } from "../browser/cookie.ts";

const cookie = () => logOutPendingCookie(new URL(location.origin));

/** A cookie, because Log Out clears local storage, and the server's answer every other storage. */
function pendingLogOut(): string | undefined {
  const start = `${cookie()}=`;
  const found = document.cookie.split("; ").find((one) => one.startsWith(start));
  return found?.slice(start.length);
}

export const isLogOutPending = (): boolean => pendingLogOut() !== undefined;

const forgetLogOut = (): void => writeCookie(cookie(), "", 0);

/** Logs out, and remembers it until the server has confirmed. @throws ApiError */
export async function sendLogOut(): Promise<void> {
  const noted = String(Date.now());
  writeCookie(cookie(), noted, sessionDays * 86_400);
  try {
    await send(noted);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "no-answer")) forgetLogOut();
    throw error;
  }
}

async function send(noted: string, query: { late?: "yes" } = {}): Promise<void> {
  await call(calls.logOut, { query, timeout: providerTimeoutShort });
  // The student may have signed in and logged out again since.
  if (pendingLogOut() === noted) forgetLogOut();
}

let sending: Promise<void> | undefined;

/** Sends the logout that has not reached the server, if there is one; late, its answer clears nothing. @throws ApiError */
export async function finishLogOut(): Promise<void> {
  for (let noted = pendingLogOut(); noted !== undefined; noted = pendingLogOut()) {
    sending ??= send(noted, { late: "yes" }).finally(() => {
      sending = undefined;
    });
    await sending;
  }
}

let isWatched = false;

export function keepFinishingLogOut(): void {
  if (!isWatched) subscribeToReturn(() => void finishLogOut().catch(() => undefined));
  isWatched = true;
  finishLogOut().catch(() => setTimeout(keepFinishingLogOut, tokenRetryFirst * 1000));
}
