import type { Registration } from "@market/contract/users";
import { type LogIn, logIn, register } from "./log-in.ts";
import { goToProvider, openProvider } from "./provider.ts";
import { perTab } from "./storage.ts";

/** The session storage key of a sign-in that left this page for the provider. */
const leftKey = "sign-in";

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
  perTab.write(leftKey, JSON.stringify({ registration }));
  goToProvider();
}

/** What the student had asked for before leaving for the provider; told once. */
export function takeLeftSignIn(): { registration?: Registration } | undefined {
  const left = perTab.read(leftKey);
  perTab.remove(leftKey);
  return left === undefined ? undefined : (JSON.parse(left) as { registration?: Registration });
}
