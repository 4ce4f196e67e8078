import type { endpoints, Reply } from "@market/contract/endpoints";
import type { Problem } from "@market/contract/errors";
import { providerTimeoutShort, tokenRefreshLead } from "@market/contract/limits";
import { busySeconds } from "../api/busy.ts";
import { local } from "./storage.ts";

type Issued = Reply<(typeof endpoints)["issueToken"]>;

const tokenPath = "/api/auth/token" satisfies (typeof endpoints)["issueToken"]["path"];
/** The local storage key of the ID token (R251). */
export const tokenKey = "token";
/** Only one tab asks for a new token at a time; the others find it in local storage. */
const renewalLock = "campus-marketplace:token";

/** The browser's session is over, or never was: nothing but a new sign-in helps. */
export class SessionOver extends Error {
  override name = "SessionOver";
  readonly code: Problem["code"] | undefined;

  constructor(problem?: Problem) {
    super(problem?.message ?? "");
    this.code = problem?.code;
  }
}

/**
 * When a token was made and when it ends, in milliseconds since 1970.
 * @returns undefined for text that is no JWT with both times
 */
export function tokenTimes(token: string): { issuedAt: number; expiresAt: number } | undefined {
  try {
    const claims = JSON.parse(
      atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")),
    ) as {
      iat?: unknown;
      exp?: unknown;
    };
    if (typeof claims.iat !== "number" || typeof claims.exp !== "number") return undefined;
    return { issuedAt: claims.iat * 1000, expiresAt: claims.exp * 1000 };
  } catch {
    return undefined;
  }
}

/** Milliseconds by which the server's clock is ahead of a wrong one here, learnt from each new token. */
let serverAhead = 0;

/** Milliseconds until a token is to be renewed: 5 minutes before its end (R538), 0 when that is past. */
export function renewalDelay(token: string): number {
  const times = tokenTimes(token);
  return times
    ? Math.max(0, times.expiresAt - tokenRefreshLead * 1000 - Date.now() - serverAhead)
    : 0;
}

/** The kept token, also when it has ended. */
export function keptToken(): string | undefined {
  return local.read(tokenKey);
}

/** Keeps a token, and tells who follows when it is another one than before. */
export function keepToken(token: string): void {
  const isNew = token !== keptToken();
  local.write(tokenKey, token);
  if (isNew) tell(token);
}

/** Forgets the kept token, and tells who follows. */
export function forgetToken(): void {
  local.remove(tokenKey);
  tell(undefined);
}

type Follower = (token: string | undefined) => void;
const followers = new Set<Follower>();

/** Calls back with each token that this tab gets, and with none when it gives its token up. */
export function followToken(follower: Follower): void {
  followers.add(follower);
}

function tell(token: string | undefined): void {
  for (const follower of followers) follower(token);
}

/** Milliseconds since the server made a token; 0 for text that is none. */
export function tokenAge(token: string): number {
  const issuedAt = tokenTimes(token)?.issuedAt;
  return issuedAt === undefined ? 0 : Date.now() + serverAhead - issuedAt;
}

/** The kept token when it will still be good for the calls of the next minutes. */
export function freshToken(): string | undefined {
  const token = keptToken();
  return token !== undefined && renewalDelay(token) > 0 ? token : undefined;
}

/**
 * Asks for a new token on the strength of the session cookie; does not keep it.
 * @throws SessionOver when there is no session; TypeError, TimeoutError or Error when nothing can be said yet
 */
export async function issueToken(): Promise<Issued> {
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

/**
 * Replaces the kept token. Calls at the same time share one request, in this tab and across tabs.
 * @param refused a token that the server no longer takes, however fresh it looks
 * @throws as issueToken
 */
export function renewToken(refused?: string): Promise<string> {
  renewing ??= oneTabAtATime(async () => {
    const kept = freshToken();
    if (kept !== undefined && kept !== refused) return kept;
    const { token } = await issueToken();
    keepToken(token);
    return token;
  }).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

function oneTabAtATime(work: () => Promise<string>): Promise<string> {
  return "locks" in navigator ? navigator.locks.request(renewalLock, work) : work();
}
