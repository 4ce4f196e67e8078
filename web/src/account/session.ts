import type { AccountProfile, User } from "@market/contract/users";
import { useOutside } from "../ui/hydrated.tsx";
import { local } from "./storage.ts";
import {
  forgetToken,
  freshToken,
  keepToken,
  keptToken,
  renewToken,
  SessionOver,
  tokenKey,
} from "./token.ts";

/** R246 to R250: the backend's fields, what Google says, and a way to obtain the ID token. */
export type SessionUser = User & AccountProfile & { getIdToken(): Promise<string> };
/** R321, R322. `by` tells a chosen sign-out from a session that ran out. */
export type Session =
  | { status: "loading" }
  | { status: "signed-out"; by: "choice" | "expiry" }
  | { status: "signed-in"; user: SessionUser };

/** The local storage key of the user's JSON (R252). */
const userKey = "user";
/** Set while the browser has a session cookie, so that plain visitors cost no request. Not a secret. */
const accountKey = "account";

const loading: Session = { status: "loading" };
let session: Session = loading;
const listeners = new Set<() => void>();

/** The auth state as it is now; components use `useSession`. */
export function currentSession(): Session {
  return session;
}

/** The auth state: loading until the browser knows (R321); documents are always rendered as loading. */
export function useSession(): Session {
  return useOutside(subscribe, currentSession) ?? loading;
}

/** The auth state once the browser knows it. */
export function settledSession(): Promise<Exclude<Session, { status: "loading" }>> {
  return new Promise((resolve) => {
    const tell = () => {
      if (session.status === "loading") return;
      stop();
      resolve(session);
    };
    const stop = subscribe(tell);
    tell();
  });
}

/** Calls back after each change of the auth state. @returns a function that stops it */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Keeps token and user (R325), then sets the user (R326). */
export function startSession(token: string, user: User & AccountProfile): void {
  keepToken(token);
  local.write(userKey, JSON.stringify(user));
  local.write(accountKey, "yes");
  change({ status: "signed-in", user: { ...user, getIdToken } });
}

/** Takes the backend's newer fields of the same user. */
export function updateUser(user: Partial<User>): void {
  if (session.status !== "signed-in") return;
  const { getIdToken: _, ...held } = { ...session.user, ...user };
  local.write(userKey, JSON.stringify(held));
  change({ status: "signed-in", user: { ...held, getIdToken } });
}

/** Forgets the user here; sign-out clears the rest of the browser itself. */
export function endSession(by: "choice" | "expiry"): void {
  forgetToken();
  local.remove(userKey);
  local.remove(accountKey);
  change({ status: "signed-out", by });
}

/** The browser has the session cookie of somebody who is not registered: signed out, as far as pages go. */
export function awaitRegistration(): void {
  endSession("choice");
  local.write(accountKey, "yes");
}

/** Whether somebody signed in on this browser and has not signed out. */
export function hasAccount(): boolean {
  return [accountKey, userKey, tokenKey].some((key) => local.read(key) !== undefined);
}

/** Nobody is signed in, known without a request or after one that said so. */
export function settleSignedOut(): void {
  if (session.status !== "signed-out") change({ status: "signed-out", by: "choice" });
}

/** Shows the kept user at once, before the backend is asked. @returns false when none is kept */
export function resumeSession(): boolean {
  const user = keptUser();
  if (user === undefined || keptToken() === undefined) return false;
  change({ status: "signed-in", user: { ...user, getIdToken } });
  return true;
}

/**
 * A token that is good for the next minutes (R250), or, when none can be had right now, the kept one
 * for its last minutes; ends the session when there can be no other.
 * @throws SessionOver, or what a failed request throws
 */
export async function getIdToken(): Promise<string> {
  const fresh = freshToken();
  if (fresh !== undefined) return fresh;
  return replaceToken().catch((error: unknown) => {
    const kept = keptToken();
    if (error instanceof SessionOver || kept === undefined) throw error;
    return kept;
  });
}

/**
 * A new token in the place of one that was refused; ends the session when there can be none.
 * @throws as getIdToken
 */
export async function replaceToken(refused?: string): Promise<string> {
  const wasSignedIn = session.status === "signed-in";
  try {
    const token = await renewToken(refused);
    if (!wasSignedIn || session.status === "signed-in") return token;
    // Signed out meanwhile, here or in another tab: nothing of the student is kept any more.
    forgetToken();
    throw new SessionOver();
  } catch (error) {
    if (error instanceof SessionOver && session.status !== "signed-out") endSession("expiry");
    throw error;
  }
}

/** Keeps this tab in step with the others (Q77). @returns a function that stops it */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.storageArea !== localStorage) return;
    if (event.key !== null && event.key !== userKey && event.key !== tokenKey) return;
    if (!resumeSession() && session.status === "signed-in")
      change({ status: "signed-out", by: "choice" });
  };
  addEventListener("storage", follow);
  return () => removeEventListener("storage", follow);
}

function keptUser(): (User & AccountProfile) | undefined {
  try {
    const user = JSON.parse(local.read(userKey) ?? "null") as (User & AccountProfile) | null;
    return user !== null && typeof user._id === "string" && typeof user.displayName === "string"
      ? user
      : undefined;
  } catch {
    return undefined;
  }
}
