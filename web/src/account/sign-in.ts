import type { Registration } from "@market/contract/users";
import { leaveSignIn } from "./left-sign-in.ts";
import { type LogIn, logIn, register } from "./log-in.ts";
import { goToProvider, openProvider } from "./provider.ts";

let running = 0;

/** Whether a sign-in that the student asked for is under way; it owns the outcome (Q67). */
export function isSigningIn(): boolean {
  return running > 0;
}

/**
 * Google's window, then the backend (R327 to R332). Must be called in the click itself.
 * @param idle called when the window seems closed; the sign-in may still come about
 * @param registration registers with these answers instead of logging in (R452)
 * @throws SignInError, SessionOver or ApiError, all understood by `signInFailure`
 */
export async function signIn(idle: () => void, registration?: Registration): Promise<LogIn> {
  running += 1;
  try {
    await openProvider(idle);
    return await finishSignIn(registration);
  } finally {
    running -= 1;
  }
}

/** The backend's part, once the browser is signed in with Google. @throws as signIn */
export async function finishSignIn(registration?: Registration): Promise<LogIn> {
  if (registration === undefined) return logIn();
  await register(registration);
  return { isRegistered: true };
}

/** The same without a second window: leaves for the provider; the start of the home page goes on. */
export function signInByRedirect(registration?: Registration): void {
  leaveSignIn({ registration });
  goToProvider();
}
