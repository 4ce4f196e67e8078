import { tokenRetryFirst, tokenRetryMost } from "@market/contract/limits";
import { currentSession, replaceToken, subscribe } from "./session.ts";
import { keptToken, renewalDelay, SessionOver } from "./token.ts";

/** Milliseconds before the next try after so many failures: 30 s, doubling to 16 min (R539). */
export function retryDelay(failures: number): number {
  return Math.min(tokenRetryFirst * 2 ** (failures - 1), tokenRetryMost) * 1000;
}

/**
 * Renews the token 5 minutes before its end for as long as somebody is signed in, and once more
 * when the network or the screen comes back after a failure. @returns a function that stops it
 */
export function keepTokenFresh(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const plan = () => {
    clearTimeout(timer);
    const token = keptToken();
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
    plan();
  };
  const restart = () => {
    failures = 0;
    plan();
  };
  const wake = () => {
    if (document.visibilityState === "visible") restart();
  };

  const unsubscribe = subscribe(restart);
  addEventListener("online", restart);
  document.addEventListener("visibilitychange", wake);
  plan();
  return () => {
    clearTimeout(timer);
    unsubscribe();
    removeEventListener("online", restart);
    document.removeEventListener("visibilitychange", wake);
  };
}
