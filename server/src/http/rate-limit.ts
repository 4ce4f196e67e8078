import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "@market/contract/errors";
import type { FastifyInstance } from "fastify";
import type { Door } from "../endpoint.ts";
import { AppError } from "../errors.ts";
import { photoUrl } from "../images/photos.ts";
import type { Log } from "../log.ts";
import { clientAddress } from "./client-address.ts";
import { FixedWindow } from "./fixed-window.ts";

/** A campus stands behind one address, so an address may ask this many times what a student may. */
const studentsPerAddress = 5;
/** Part of what a student may ask up to which a connection counts as one that asks little. */
const little = 1 / 20;
/** Milliseconds. */
const minute = 60_000;
const hour = 60 * minute;

/** What an address asks for is counted apart, so that nobody loses sign-in or pages to a neighbour's calls. */
const kinds = /^\/(?:api\/(?:auth\/|views)?)?/;
/** Files, which a page needs by the dozen and a proxy keeps, and the question whether the process lives. */
const free = new Set<string | undefined>(["/*", photoUrl("*"), "/healthz"]);

/** Goods of which a stranger's address has a few only. */
const few = {
  description: { milliseconds: hour, refusal: "description-quota" },
  "failed sign-in": { milliseconds: minute, refusal: "rate-limited" },
} as const satisfies Record<string, { milliseconds: number; refusal: ErrorCode }>;

export type RateLimiter = {
  /**
   * Counts one request: a student's own when one is known, otherwise its address's.
   * @throws AppError rate-limited
   */
  consume(request: IncomingMessage, student: string | undefined): void;
  /** Uses one of the few that an address has. @throws AppError with the refusal of that good */
  consumeFew(good: keyof typeof few, request: IncomingMessage, most: number): void;
  /** Whom a request counts for when nobody is known. */
  addressOf(request: IncomingMessage): string;
};

type Options = {
  /** Requests of a student a minute. */
  perMinute: number;
  trustedProxies: number;
  log: Pick<Log, "warn">;
};

/**
 * The one limit of how often anybody may ask. It counts in memory: with several processes each lets as many
 * through. What must be exact (listings, contacts, a student's descriptions) is counted in the database instead.
 */
export function createRateLimiter({ perMinute, trustedProxies, log }: Options): RateLimiter {
  const students = new FixedWindow(minute);
  const addresses = new FixedWindow(minute);
  const connections = new FixedWindow(minute);
  const goods = {
    description: new FixedWindow(few.description.milliseconds),
    "failed sign-in": new FixedWindow(few["failed sign-in"].milliseconds),
  };
  const perAddress = perMinute * studentsPerAddress;
  let isWarned = false;

  const addressOf = (request: IncomingMessage) => {
    if (trustedProxies === 0 && request.headers["x-forwarded-for"] !== undefined && !isWarned) {
      isWarned = true;
      log.warn(
        "Requests come with X-Forwarded-For, but TRUSTED_PROXIES is 0: everybody behind the proxy counts as one address",
      );
    }
    return clientAddress(request, trustedProxies);
  };
  /** The last half of what an address may ask is for those of its connections that have asked little. */
  const useAddress = (request: IncomingMessage) => {
    const address = addressOf(request);
    const connection = connectionOf(request, trustedProxies);
    const asksMuch =
      connection !== undefined &&
      connections.use(`${address} ${connection}`, Math.max(1, perMinute * little)) > 0;
    const [kind] = kinds.exec(request.url ?? "") ?? [""];
    return addresses.use(`${address} ${kind}`, asksMuch ? perAddress / 2 : perAddress);
  };

  return {
    addressOf,
    consume(request, student) {
      const wait = student === undefined ? useAddress(request) : students.use(student, perMinute);
      if (wait > 0) throw new AppError("rate-limited", { retryAfter: wait });
    },
    consumeFew(good, request, most) {
      const wait = goods[good].use(addressOf(request), most);
      if (wait > 0) throw new AppError(few[good].refusal, { retryAfter: wait });
    },
  };
}

/** Tells connections of one address apart; a proxy's own carry many clients, so it may name theirs. */
function connectionOf(request: IncomingMessage, trustedProxies: number): string | undefined {
  if (trustedProxies === 0) return request.socket.remotePort?.toString();
  const named = request.headers["x-connection-id"];
  return typeof named === "string" && /^[\w-]{1,36}$/.test(named) ? named : undefined;
}

/** Counts every request that is not answered from a cache, before its route sees it. */
export function limitRequests(app: FastifyInstance, limiter: RateLimiter, door: Door): void {
  app.addHook("onRequest", async ({ raw, url, routeOptions }) => {
    if (free.has(routeOptions.url) && !url.startsWith("/api/")) return;
    // By the signature alone: whether the session is alive matters only where the token opens something.
    const holder =
      raw.headers.authorization === undefined
        ? undefined
        : await door.read(raw).catch(() => undefined);
    limiter.consume(raw, holder?.identityId);
  });
}
