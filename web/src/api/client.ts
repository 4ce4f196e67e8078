import type { Body, Endpoint, Query, Reply } from "@market/contract/endpoints";
import type { Problem } from "@market/contract/errors";
import { messages } from "@market/contract/messages";
import { currentSession, endSession, replaceToken } from "../account/session.ts";
import { freshToken } from "../account/token.ts";
import { keptAtHeader } from "../offline/kept-header.ts";
import { ApiError } from "./api-error.ts";
import { busySeconds, pause, retryDelay } from "./busy.ts";
import { isOffline, missNetwork } from "./connection.ts";

/**
 * Milliseconds after a write for which reading calls ask past every cache: another process of the
 * server may answer them, and hears of the write a moment later.
 */
const ownWriteCounts = 5_000;
let wroteAt = -Infinity;

/** Seconds after which a call that is neither answered nor refused counts as failed, unless it says otherwise. */
const usualPatience = 30;

/** Times that a reading call is made again when the server is busy. */
const mostRetries = 2;

type Sent<E extends Endpoint> = {
  params?: { [P in keyof E["params"]]: string };
  /** Values of a query; empty ones are left out (R289). */
  query?: { [Q in keyof Query<E>]?: string | number };
  body?: Partial<Body<E>>;
  /** Fields and files of a multipart endpoint. */
  form?: FormData;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Seconds after which no answer is awaited any more; photos take what they take. */
  patience?: number;
  /** Goes on when the page is left meanwhile; for small calls (Fetch Standard: 64 KiB at a time). */
  keepalive?: boolean;
  /** Bearer token; the session's own unless given. */
  token?: string;
  /** Hears the headers of a successful answer. */
  onHeaders?: (headers: Headers) => void;
};

/**
 * Makes one call of the endpoint table, with the session's bearer token when there is one. A token
 * that is refused is replaced once; when that does not help, the session is over.
 * @throws ApiError for every refusal and for an unreadable answer (R367); the signal's reason when aborted
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  sent: Sent<E> = {},
): Promise<Reply<E>> {
  const { signal } = sent;
  const token = sent.token ?? (await tokenFor(endpoint));
  let response = await send(endpoint, sent, token);
  if (response.status === 401 && token !== undefined && sent.token === undefined) {
    response = await send(endpoint, sent, await replaceToken(token));
    if (response.status === 401) endSession("expiry");
  }
  const isWrite = endpoint.method !== "GET" && endpoint.access === "student";
  if (response.ok && isWrite) wroteAt = performance.now();
  if (response.ok && endpoint.reply === "none") return undefined as Reply<E>;
  const text = await response.text().catch((cause: unknown) => withoutAnswer(cause, signal));
  const answer = parse(text, response.status);
  if (!response.ok) throw refusalOf(response, answer as Partial<Problem> | null);
  sent.onHeaders?.(response.headers);
  return answer as Reply<E>;
}

/** A busy server is asked again for what only reads; anything else is for a person to repeat. */
async function send<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
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

async function sendOnce<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  token: string | undefined,
): Promise<Response> {
  const { signal } = sent;
  try {
    const response = await fetch(addressOf(endpoint, sent), {
      method: endpoint.method,
      headers: headersOf(endpoint, sent, token),
      body: sent.form ?? (sent.body === undefined ? null : JSON.stringify(sent.body)),
      keepalive: sent.keepalive ?? false,
      signal: limited(sent),
    });
    // The service worker answers from what it has kept only when the network has failed.
    if (response.headers.has(keptAtHeader)) missNetwork();
    return response;
  } catch (cause) {
    return withoutAnswer(cause, signal);
  }
}

/** Aborts when the caller does, and when the answer has not come in time. */
function limited({
  signal,
  form,
  patience = usualPatience,
}: Pick<Sent<Endpoint>, "signal" | "form" | "patience">): AbortSignal | null {
  if (form !== undefined) return signal ?? null;
  const inTime = AbortSignal.timeout(patience * 1000);
  if (signal === undefined) return inTime;
  // AbortSignal.any is younger than the browsers of some phones.
  const either = new AbortController();
  for (const one of [signal, inTime]) {
    if (one.aborted) either.abort(one.reason);
    else one.addEventListener("abort", () => either.abort(one.reason), { once: true });
  }
  return either.signal;
}

/** No answer came, or it broke off, as it also does when the page is being left. */
function withoutAnswer(cause: unknown, signal: AbortSignal | undefined): never {
  if (signal?.aborted) throw cause;
  missNetwork();
  const message = isOffline() ? messages.offline : messages.wentWrong;
  throw new ApiError(message, { status: 0, code: "no-answer", cause });
}

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError(messages.invalidBackendJson, { status, code: "invalid-answer", cause });
  }
}

/** The address of a call, path parameters and the filled query values in place. */
export function addressOf<E extends Endpoint>(endpoint: E, { params, query }: Sent<E>): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string> | undefined)?.[name] ?? ""),
  );
  const filled = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  const search = new URLSearchParams(filled.map(([name, value]) => [name, String(value)]));
  // Their size is younger than the oldest browsers.
  return filled.length > 0 ? `${path}?${search}` : path;
}

function headersOf<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
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

async function tokenFor({ access }: Endpoint): Promise<string | undefined> {
  const session = currentSession();
  if (session.status !== "signed-in" || access === "cookie") return undefined;
  // What is public answers everybody alike and waits for nothing; a token only counts it for its student.
  return access === "public" ? freshToken() : session.user.getIdToken();
}

function refusalOf(response: Response, problem: Partial<Problem> | null): ApiError {
  const { status, headers } = response;
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  const { message, code = "internal", errors } = problem ?? {};
  // Our own server always says why; what stands between may not.
  const said = typeof message === "string" && message !== "" ? message : undefined;
  return new ApiError(said ?? messages.wentWrong, { status, code, errors, retryAfter, said });
}
