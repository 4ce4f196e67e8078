import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { ErrorCode } from "@market/contract/errors";
import type { FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";
import type { Authentication } from "./serve.ts";
import { AppError } from "../errors/errors.ts";
import type { Log } from "../config/log.ts";
import { FixedWindow } from "./fixed-window.ts";

/** A campus shares one address, so an address has this many times a student's limit. */
const studentsPerAddress = 5;
/** The share of a student's limit up to which a connection counts as light. */
const lightShare = 1 / 20;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Kinds are counted separately, so that a neighbour's calls do not use up sign-in and pages. */
const kinds = /^\/(?:api\/(?:auth\/|views)?)?/;
const free = new Set<string | undefined>(["/*", "/photos/*", "/healthz"]);

const refusals = {
  description: "description-quota",
  "failed sign-in": "rate-limited",
  grievance: "grievance-quota",
  "unknown code": "rate-limited",
  "act by key": "rate-limited",
  share: "rate-limited",
} as const satisfies Record<string, ErrorCode>;

export type RateLimiter = {
  /** Counts a request for its student, otherwise for its address. @throws AppError rate-limited */
  consume(request: IncomingMessage, student: string | undefined): void;
  /** Counts an action that is limited to a few per address. @throws AppError by the action */
  consumeFew(action: keyof typeof refusals, request: IncomingMessage, most: number): void;
  clientAddress(request: IncomingMessage): string;
};

type Options = {
  perMinute: number;
  trustedProxies: number;
  log: Pick<Log, "warn">;
};

/** Limits in memory and per process; exact limits are in the database. */
export function createRateLimiter({ perMinute, trustedProxies, log }: Options): RateLimiter {
  const students = new FixedWindow(minute);
  const addresses = new FixedWindow(minute);
  const connections = new FixedWindow(minute);
  const actions = {
    description: new FixedWindow(hour),
    "failed sign-in": new FixedWindow(minute),
    grievance: new FixedWindow(day),
    "unknown code": new FixedWindow(minute),
    "act by key": new FixedWindow(hour),
    share: new FixedWindow(minute),
  };
  const perAddress = perMinute * studentsPerAddress;
  let isWarned = false;

  const clientAddress = (request: IncomingMessage) => {
    if (trustedProxies === 0 && request.headers["x-forwarded-for"] !== undefined && !isWarned) {
      isWarned = true;
      log.warn(
        "Requests come with X-Forwarded-For, but TRUSTED_PROXIES is 0: all visitors behind the proxy count as one address",
      );
    }
    return addressBehindProxies(request, trustedProxies);
  };
  /** Counts a request for its address; half of the limit is reserved for light connections. */
  const useAddress = (request: IncomingMessage) => {
    const address = clientAddress(request);
    const connection = connectionOf(request, trustedProxies);
    const asksMuch =
      connection !== undefined &&
      connections.use(`${address} ${connection}`, Math.max(1, perMinute * lightShare)) > 0;
    const [kind] = kinds.exec(request.url ?? "") ?? [""];
    return addresses.use(`${address} ${kind}`, asksMuch ? perAddress / 2 : perAddress);
  };

  return {
    clientAddress,
    consume(request, student) {
      const wait = student === undefined ? useAddress(request) : students.use(student, perMinute);
      if (wait > 0) throw new AppError("rate-limited", { retryAfter: wait });
    },
    consumeFew(action, request, most) {
      const wait = actions[action].use(clientAddress(request), most);
      if (wait > 0) throw new AppError(refusals[action], { retryAfter: wait });
    },
  };
}

const networkBytes = 8;

/** Finds the address that the last trusted proxy saw; an IPv6 /64 counts as one, because one customer has it. */
function addressBehindProxies(request: IncomingMessage, trustedProxies: number): string {
  const own = request.socket.remoteAddress ?? "";
  const forwarded = request.headers["x-forwarded-for"];
  if (trustedProxies === 0 || forwarded === undefined) return networkOf(own) ?? own;
  const hops = [own, ...String(forwarded).split(",").reverse()];
  const hop = hops[Math.min(trustedProxies, hops.length - 1)] ?? own;
  return networkOf(hop.trim()) ?? networkOf(own) ?? own;
}

function networkOf(text: string): string | undefined {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  if (isIP(bare) === 0) return undefined;
  const address = ipaddr.process(bare);
  if (address.kind() === "ipv4") return address.toString();
  return `${Buffer.from(address.toByteArray().slice(0, networkBytes)).toString("hex")}/64`;
}

/** Identifies the client's connection; a proxy's connections carry many clients, so it may name theirs. */
function connectionOf(request: IncomingMessage, trustedProxies: number): string | undefined {
  if (trustedProxies === 0) return request.socket.remotePort?.toString();
  const named = request.headers["x-connection-id"];
  return typeof named === "string" && /^[\w.:[\]-]{1,60}$/.test(named) ? named : undefined;
}

export function limitRequests(
  app: FastifyInstance,
  limiter: RateLimiter,
  authentication: Authentication,
): void {
  app.addHook("onRequest", async ({ raw, url, routeOptions }) => {
    if (free.has(routeOptions.url) && !url.startsWith("/api/")) return;
    // Checks the signature only: the session is checked where the token is used.
    const holder =
      raw.headers.authorization === undefined
        ? undefined
        : await authentication.read(raw).catch(() => undefined);
    limiter.consume(raw, holder?.identityId);
  });
}
