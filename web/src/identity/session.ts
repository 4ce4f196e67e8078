import type { endpoints, Reply } from "@market/contract/endpoints";
import type { Problem, SuspensionDetails } from "@market/contract/errors";
import { providerTimeoutShort, tokenRefreshLead } from "@market/contract/limits";
import type { AccountProfile } from "@market/contract/identity/schemas";
import type { User } from "@market/contract/students/student";
import { suspensionIn } from "../api/api-error.ts";
import { busySeconds } from "../api/busy.ts";
import { type Credentials, setCredentials } from "../api/client.ts";
import { missNetwork } from "../browser/connection.ts";
import { useOutside } from "../browser/hydrated.tsx";
import { local, perTab } from "../browser/storage.ts";
import { createStore } from "../browser/store.ts";
import { finishLogOut } from "./pending-logout.ts";

type Issued = Reply<(typeof endpoints)["issueToken"]>;

const tokenPath = "/api/auth/token" satisfies (typeof endpoints)["issueToken"]["path"];
const tokenKey = "token";
/** The lock for renewing: one tab at a time; the others find the token in local storage. */
const renewalLock = "campus-marketplace:token";

/** There is no session any more: only a new sign-in helps. */
export class SessionOver extends Error {
  override name = "SessionOver";
  readonly code: Problem["code"] | undefined;
  readonly suspension: SuspensionDetails | undefined;

  constructor(problem?: Problem) {
    super(problem?.message ?? "");
    this.code = problem?.code;
    this.suspension = suspensionIn(problem);
  }
}

/** The token's `iat` and `exp` in milliseconds since 1970. */
export function tokenTimes(token: string): { issuedAt: number; expiresAt: number } | undefined {
  try {
    const claims = JSON.parse(
      atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")),
    ) as { iat?: unknown; exp?: unknown };
    if (typeof claims.iat !== "number" || typeof claims.exp !== "number") return undefined;
    return { issuedAt: claims.iat * 1000, expiresAt: claims.exp * 1000 };
  } catch {
    return undefined;
  }
}

/** Milliseconds by which the server's clock is ahead, learnt from each new token. */
let serverAhead = 0;

/** Milliseconds until renewal: 5 minutes before the end (R538). */
export function renewalDelay(token: string): number {
  const times = tokenTimes(token);
  return times
    ? Math.max(0, times.expiresAt - tokenRefreshLead * 1000 - Date.now() - serverAhead)
    : 0;
}

export function storedToken(): string | undefined {
  return local.read(tokenKey);
}

function storeToken(token: string): void {
  const isNew = token !== storedToken();
  local.write(tokenKey, token);
  if (isNew) onToken?.(token);
}

function removeToken(): void {
  local.remove(tokenKey);
  onToken?.(undefined);
}

type TokenListener = (token: string | undefined) => void;
let onToken: TokenListener | undefined;

export function setTokenListener(listener: TokenListener): void {
  onToken = listener;
}

export function tokenAge(token: string): number {
  const issuedAt = tokenTimes(token)?.issuedAt;
  return issuedAt === undefined ? 0 : Date.now() + serverAhead - issuedAt;
}

export function freshToken(): string | undefined {
  const token = storedToken();
  return token !== undefined && renewalDelay(token) > 0 ? token : undefined;
}

/** Uses the session cookie. @throws SessionOver, or another error when offline or busy */
export async function issueToken(): Promise<Issued> {
  await finishLogOut();
  const response = await fetch(tokenPath, {
    method: "POST",
    headers: { "X-Requested-With": "campus-marketplace" },
    signal: AbortSignal.timeout(providerTimeoutShort * 1000),
  });
  if (response.ok) {
    const issued = (await response.json()) as Issued;
    serverAhead = (tokenTimes(issued.token)?.issuedAt ?? Date.now()) - Date.now();
    return issued;
  }
  await busySeconds(response);
  if (response.status !== 401 && response.status !== 403)
    throw new Error(`token: ${response.status}`);
  throw new SessionOver((await response.json().catch(() => undefined)) as Problem | undefined);
}

let renewing: Promise<string> | undefined;

/** Replaces the stored token, with one request across calls and tabs. @throws as issueToken */
function renewToken(refused?: string): Promise<string> {
  renewing ??= oneTabAtATime(async () => {
    const fresh = freshToken();
    if (fresh !== undefined && fresh !== refused) return fresh;
    const { token } = await issueToken();
    storeToken(token);
    return token;
  }).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

function oneTabAtATime(work: () => Promise<string>): Promise<string> {
  return "locks" in navigator ? navigator.locks.request(renewalLock, work) : work();
}

/** The user of a session, with the server's fields (R246 to R250). */
export type SessionUser = User & AccountProfile & { getIdToken(): Promise<string> };
/** `isLimited`: there is a session for the decision, an appeal and the student's data. */
export type Suspension = SuspensionDetails & { isLimited: boolean };
/** The state of the session (R321, R322). `by` distinguishes a chosen sign-out from a session that expired. */
export type Session =
  | { status: "loading" }
  | { status: "signed-out"; by: "choice" | "expiry"; suspension?: Suspension | undefined }
  | { status: "signed-in"; user: SessionUser };

const userKey = "user";
/** A mark, not a secret: set while there is a session cookie, so that visitors need no request. */
const accountKey = "account";
/** The suspension that the server last reported. Without a session, as on a shared computer, it stays in its tab. */
const suspensionKey = "suspension";

/** The meeting addresses that a student has received; only `products` reads and writes them. */
export const addressesKey = "addresses";

const loading: Session = { status: "loading" };
const store = createStore<Session>(loading);

export const currentSession = store.get;

/** Loading until the browser knows (R321); documents are rendered as loading. */
export function useSession(): Session {
  return useOutside(store.subscribe, store.get) ?? loading;
}

/** Whether a product is the signed-in student's own (R415). */
export function isOwn(product: { seller: { _id: string } }, session: Session): boolean {
  return session.status === "signed-in" && session.user._id === product.seller._id;
}

export function settledSession(): Promise<Exclude<Session, { status: "loading" }>> {
  return new Promise((resolve) => {
    const check = () => {
      const session = store.get();
      if (session.status === "loading") return;
      stop();
      resolve(session);
    };
    const stop = subscribe(check);
    check();
  });
}

export const subscribe = store.subscribe;

/** Stores token and user after a sign-in (R325, R326). */
export function startSession(token: string, user: User & AccountProfile): void {
  storeToken(token);
  local.write(userKey, JSON.stringify(user));
  local.write(accountKey, "yes");
  forgetSuspension();
  store.set({ status: "signed-in", user: { ...user, getIdToken } });
}

export function updateUser(user: Partial<User>): void {
  const session = store.get();
  if (session.status !== "signed-in") return;
  const { getIdToken: _, ...updated } = { ...session.user, ...user };
  local.write(userKey, JSON.stringify(updated));
  store.set({ status: "signed-in", user: { ...updated, getIdToken } });
}

function forgetAccount(): void {
  removeToken();
  local.remove(userKey);
  local.remove(accountKey);
  perTab.remove(addressesKey);
  forgetSuspension();
}

export function endSession(by: "choice" | "expiry", suspension?: SuspensionDetails): void {
  forgetAccount();
  if (suspension) storeSuspension(perTab, suspension);
  store.set({
    status: "signed-out",
    by,
    ...(suspension && { suspension: { ...suspension, isLimited: false } }),
  });
}

/** There is a session cookie, but the account is suspended. The limited token is stored nowhere. */
export function limitSession(suspension: SuspensionDetails): void {
  forgetAccount();
  local.write(accountKey, "yes");
  storeSuspension(local, suspension);
  store.set({ status: "signed-out", by: "choice", suspension: { ...suspension, isLimited: true } });
}

function storeSuspension(area: typeof local, suspension: SuspensionDetails): void {
  area.write(suspensionKey, JSON.stringify(suspension));
}

function forgetSuspension(): void {
  for (const area of [local, perTab]) area.remove(suspensionKey);
}

function storedSuspension(): Suspension | undefined {
  for (const area of [local, perTab]) {
    const details = area.readJson(suspensionKey) as SuspensionDetails | null | undefined;
    if (details) return { ...details, isLimited: area === local };
  }
  return undefined;
}

export function useSuspension(): Suspension | undefined {
  const session = useSession();
  return session.status === "signed-out" ? session.suspension : undefined;
}

/** There is a session cookie, but its account is not registered. */
export function awaitRegistration(): void {
  endSession("choice");
  local.write(accountKey, "yes");
}

export function hasAccount(): boolean {
  return [accountKey, userKey, tokenKey].some((key) => local.read(key) !== undefined);
}

/** No user is signed in, or the server cannot be reached: then the suspension that it last reported is shown. */
export function settleSignedOut(): void {
  if (store.get().status === "signed-out") return;
  const suspension = storedSuspension();
  store.set({ status: "signed-out", by: "choice", ...(suspension && { suspension }) });
}

/** Shows the stored user before the backend answers. @returns false when there is none */
export function resumeSession(): boolean {
  const user = storedUser();
  if (user === undefined || storedToken() === undefined) return false;
  store.set({ status: "signed-in", user: { ...user, getIdToken } });
  return true;
}

/** A token for the next minutes (R250). @throws as replaceToken */
export async function getIdToken(): Promise<string> {
  const fresh = freshToken();
  if (fresh !== undefined) return fresh;
  return replaceToken().catch((error: unknown) => {
    const stored = storedToken();
    if (error instanceof SessionOver || stored === undefined) throw error;
    return stored;
  });
}

/** Ends the session if there can be no other token. @throws SessionOver or a network error */
export async function replaceToken(refused?: string): Promise<string> {
  const wasSignedIn = store.get().status === "signed-in";
  try {
    const token = await renewToken(refused);
    if (!wasSignedIn || store.get().status === "signed-in") return token;
    // Signed out in the meantime, here or in another tab.
    removeToken();
    throw new SessionOver();
  } catch (error) {
    if (error instanceof SessionOver && store.get().status !== "signed-out")
      endSession("expiry", error.suspension);
    throw error;
  }
}

export function followOtherTabs(): () => void {
  const listener = (event: StorageEvent) => {
    if (event.storageArea !== localStorage) return;
    if (event.key !== null && event.key !== userKey && event.key !== tokenKey) return;
    if (resumeSession()) return;
    perTab.remove(addressesKey);
    if (store.get().status === "signed-in") store.set({ status: "signed-out", by: "choice" });
  };
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}

function storedUser(): (User & AccountProfile) | undefined {
  const user = local.readJson(userKey) as (User & AccountProfile) | null | undefined;
  return typeof user?._id === "string" && typeof user.displayName === "string" ? user : undefined;
}

const tokenFor: Credentials["tokenFor"] = async ({ access, alsoFor }) => {
  const session = currentSession();
  if (session.status === "signed-out" && session.suspension?.isLimited && alsoFor.length > 0)
    return limitedToken();
  if (session.status !== "signed-in" || access === "cookie") return undefined;
  // Public answers do not wait for a renewal.
  return access === "public" ? freshToken() : session.user.getIdToken();
};

async function limitedToken(): Promise<string> {
  try {
    return (await issueToken()).token;
  } catch (error) {
    if (error instanceof SessionOver) endSession("expiry", error.suspension);
    else missNetwork();
    throw error;
  }
}

setCredentials({
  isSignedIn: () => store.get().status === "signed-in",
  tokenFor,
  replaceToken,
  end: (suspension) => endSession("expiry", suspension),
});
