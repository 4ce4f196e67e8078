import type { Call, ParameterOf } from "@market/contract/call";
import type { Body, EndpointOf, Query, Reply } from "@market/contract/endpoints";
import type { Problem, SuspensionDetails } from "@market/contract/errors";
import * as shellMessages from "@market/contract/shell/messages";
import { cachedAtHeader } from "../browser/worker-messages.ts";
import { ApiError, suspensionIn } from "./api-error.ts";
import { busySeconds } from "./busy.ts";
import { requireFreshSignIn } from "./fresh-sign-in.ts";
import { pause, retryDelay } from "./retry.ts";
import { isOffline, missNetwork } from "../browser/connection.ts";

/** Milliseconds: another server process may answer, and is notified of a write a moment later. */
const ownWriteCounts = 5_000;
let wroteAt = -Infinity;

const defaultTimeout = 30;

const mostRetries = 2;

/** The session as the client needs it; `identity` provides it. */
export type Credentials = {
  isSignedIn(): boolean;
  /** @throws SessionOver, or another error when offline or busy */
  tokenFor(endpoint: Call): Promise<string | undefined>;
  /** A new token instead of a refused one. @throws as `tokenFor` */
  replaceToken(refused: string): Promise<string>;
  /** The server refused the session itself. */
  end(suspension?: SuspensionDetails): void;
};
let credentials: Credentials | undefined;

export function setCredentials(given: Credentials): void {
  credentials = given;
}

export const tokenFor: Credentials["tokenFor"] = async (endpoint) =>
  credentials?.tokenFor(endpoint);

type Sent<C extends Call> = {
  params?: { [Name in ParameterOf<C["path"]>]: string };
  /** Empty values are left out (R289). */
  query?: { [Q in keyof Query<EndpointOf<C>>]?: string | number };
  body?: Partial<Body<EndpointOf<C>>>;
  form?: FormData;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Seconds */
  timeout?: number;
  /** Sends the call even if the page is left; at most 64 KiB at a time (Fetch Standard). */
  keepalive?: boolean;
  token?: string;
  onHeaders?: (headers: Headers) => void;
};

/** @throws ApiError (R367); the signal's reason when aborted */
export async function call<const C extends Call>(
  endpoint: C,
  sent: Sent<C> = {},
): Promise<Reply<EndpointOf<C>>> {
  const { signal } = sent;
  const token = sent.token ?? (await tokenFor(endpoint));
  let response = await send(endpoint, sent, token);
  const session = sent.token === undefined && credentials?.isSignedIn() ? credentials : undefined;
  const isRefused = response.status === 401 && token !== undefined;
  if (session && isRefused && !(await needsNewSignIn(response))) {
    response = await send(endpoint, sent, await session.replaceToken(token));
    if (response.status === 401) session.end();
  }
  const isWrite = endpoint.method !== "GET" && ["student", "moderator"].includes(endpoint.access);
  if (response.ok && isWrite) wroteAt = performance.now();
  if (response.status === 204) return undefined as Reply<EndpointOf<C>>;
  const text = await response.text().catch((cause: unknown) => withoutAnswer(cause, signal));
  const answer = parse(text, response.status);
  if (!response.ok) {
    const problem = answer as Partial<Problem> | null;
    const suspension = suspensionIn(problem);
    if (suspension && token !== undefined) session?.end(suspension);
    if (problem?.code === "sign-in-again") requireFreshSignIn();
    throw refusalOf(response, problem);
  }
  sent.onHeaders?.(response.headers);
  return answer as Reply<EndpointOf<C>>;
}

/** The session is alive, but too old for this call. */
async function needsNewSignIn(response: Response): Promise<boolean> {
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return (problem as Partial<Problem> | undefined)?.code === "sign-in-again";
}

async function send<C extends Call>(
  endpoint: C,
  sent: Sent<C>,
  token: string | undefined,
): Promise<Response> {
  for (let retries = 0; ; retries += 1) {
    const response = await sendOnce(endpoint, sent, token);
    const seconds = await busySeconds(response);
    if (seconds === undefined) return response;
    const delay = retryDelay(seconds, Math.random());
    if (endpoint.method !== "GET" || retries === mostRetries || delay === undefined)
      return response;
    await pause(delay, sent.signal);
  }
}

async function sendOnce<C extends Call>(
  endpoint: C,
  sent: Sent<C>,
  token: string | undefined,
): Promise<Response> {
  const { signal } = sent;
  try {
    const response = await fetch(urlOf(endpoint, sent), {
      method: endpoint.method,
      headers: headersOf(endpoint, sent, token),
      body: sent.form ?? (sent.body === undefined ? null : JSON.stringify(sent.body)),
      keepalive: sent.keepalive ?? false,
      signal: limited(sent),
    });
    // Cached by the service worker, so the network failed.
    if (response.headers.has(cachedAtHeader)) missNetwork();
    return response;
  } catch (cause) {
    return withoutAnswer(cause, signal);
  }
}

function limited({
  signal,
  form,
  timeout = defaultTimeout,
}: Pick<Sent<Call>, "signal" | "form" | "timeout">): AbortSignal | null {
  if (form !== undefined) return signal ?? null;
  const inTime = AbortSignal.timeout(timeout * 1000);
  if (signal === undefined) return inTime;
  // AbortSignal.any is too new for some phones.
  const either = new AbortController();
  for (const one of [signal, inTime]) {
    if (one.aborted) either.abort(one.reason);
    else one.addEventListener("abort", () => either.abort(one.reason), { once: true });
  }
  return either.signal;
}

function withoutAnswer(cause: unknown, signal: AbortSignal | undefined): never {
  if (signal?.aborted) throw cause;
  missNetwork();
  const message = isOffline() ? shellMessages.offline : shellMessages.wentWrong;
  throw new ApiError(message, { status: 0, code: "no-answer", cause });
}

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError(shellMessages.invalidBackendJson, {
      status,
      code: "invalid-answer",
      cause,
    });
  }
}

export function urlOf<C extends Call>(endpoint: C, { params, query }: Sent<C>): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string> | undefined)?.[name] ?? ""),
  );
  const filled = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  const search = new URLSearchParams(filled.map(([name, value]) => [name, String(value)]));
  // URLSearchParams.size is too new for some browsers.
  return filled.length > 0 ? `${path}?${search}` : path;
}

function headersOf<C extends Call>(
  endpoint: C,
  sent: Sent<C>,
  token: string | undefined,
): Record<string, string> {
  return {
    accept: "application/json",
    ...(token && { authorization: `Bearer ${token}` }),
    ...(endpoint.method === "GET" &&
      performance.now() - wroteAt < ownWriteCounts && { "cache-control": "no-cache" }),
    ...(endpoint.access === "cookie" && { "x-requested-with": "campus-marketplace" }),
    ...(sent.body !== undefined && { "content-type": "application/json" }),
    ...sent.headers,
  };
}

function refusalOf(response: Response, problem: Partial<Problem> | null): ApiError {
  const { status, headers } = response;
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  const { message, code = "internal", errors } = problem ?? {};
  const serverMessage = typeof message === "string" && message !== "" ? message : undefined;
  return new ApiError(serverMessage ?? shellMessages.wentWrong, {
    status,
    code,
    errors,
    retryAfter,
    serverMessage,
    suspension: suspensionIn(problem),
  });
}
