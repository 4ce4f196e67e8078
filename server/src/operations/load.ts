import { randomInt } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Endpoint, endpoints } from "@market/contract/endpoints";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError, problemOf } from "../errors.ts";

/** How much one process takes on before it says no (reliability P25). */
export type LoadLimits = {
  /**
   * Requests in work at a time. A request takes about 1 ms of the process, so the last of these is
   * answered in well under a second; a longer queue would only make everybody's wait longer.
   */
  inFlight: number;
  /** Queries waiting for one of the pool's eight connections; more of them means that the database is slow. */
  waitingForDatabase: number;
  /** Milliseconds by which the event loop is late on average. A request needs some four turns of it: one second. */
  loopDelay: number;
  /** Requests in work at a time while the loop is late: fewer, yet enough that nothing stands idle. */
  inFlightWhenLate: number;
  /** Uploads at a time. They take bandwidth and disk (75 MB each at most), hardly any of the process. */
  uploads: number;
  /** Uploads of one student at a time: a browser opens six connections, and nobody may fill the lane alone. */
  uploadsPerStudent: number;
};

const usualLimits: LoadLimits = {
  inFlight: 256,
  waitingForDatabase: 128,
  loopDelay: 250,
  inFlightWhenLate: 64,
  uploads: 32,
  uploadsPerStudent: 6,
};

/** Milliseconds between two looks at the event loop, and of the histogram's own timer. */
const lookEvery = 250;
const resolution = 10;

export type LoadOptions = {
  limits?: LoadLimits;
  /** How many queries wait for a connection. */
  waitingForDatabase: () => number;
};

/** Sign-out must work, and a refused redirect of sign-in would be a page of JSON. */
const neverRefused: Endpoint[] = [endpoints.logOut, endpoints.startSignIn, endpoints.finishSignIn];

/**
 * Refuses new calls of the API and avatars at once while the process has more to do than it can: 503
 * `server-busy`. Health, files, documents and photos are never refused, they cost little. Uploads
 * have a lane of their own, so that slow ones take no place from browsing.
 */
export function shedLoad(
  app: FastifyInstance,
  { limits = usualLimits, waitingForDatabase }: LoadOptions,
): void {
  const loop = watchLoop(app);
  let inFlight = 0;
  let uploads = 0;
  const uploadsOf = new Map<string, number>();

  const isBusy = () =>
    inFlight >= (loop.delay() > limits.loopDelay ? limits.inFlightWhenLate : limits.inFlight) ||
    waitingForDatabase() >= limits.waitingForDatabase;

  app.addHook("onRequest", async (request, reply) => {
    const lane = laneOf(request);
    if (lane === "open") return;
    if (isBusy()) return refuse(request, reply);
    if (lane === "upload") return;
    inFlight++;
    reply.raw.once("close", () => inFlight--);
  });

  // Behind the door, so that a stranger takes no place in this lane.
  app.addHook("preParsing", async (request, reply) => {
    if (laneOf(request) !== "upload") return;
    const student = request.caller?.userId ?? "";
    const own = uploadsOf.get(student) ?? 0;
    if (own >= limits.uploadsPerStudent)
      throw new AppError("rate-limited", { retryAfter: retryAfter() });
    if (uploads >= limits.uploads) throw serverBusy();
    uploads++;
    uploadsOf.set(student, own + 1);
    reply.raw.once("close", () => {
      uploads--;
      const left = (uploadsOf.get(student) ?? 1) - 1;
      if (left === 0) uploadsOf.delete(student);
      else uploadsOf.set(student, left);
    });
  });
}

function laneOf({ routeOptions: { config } }: FastifyRequest): "open" | "call" | "upload" {
  const { endpoint, yieldsToLoad } = config;
  if (endpoint === undefined) return yieldsToLoad ? "call" : "open";
  if (neverRefused.includes(endpoint)) return "open";
  return endpoint.body === "multipart" ? "upload" : "call";
}

/** Seconds; spread, so that those refused together do not come back together. */
const retryAfter = () => randomInt(2, 6);
const serverBusy = () => new AppError("server-busy", { retryAfter: retryAfter() });
const busyProblem = serverBusy();

/**
 * Answers past the machinery that handles errors, at half its cost: when most requests are refused,
 * what refusing costs is taken from the others.
 */
function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = JSON.stringify(problemOf(busyProblem, request.id));
  const headers: Record<string, number | string | string[] | undefined> = {
    ...reply.getHeaders(),
    "retry-after": retryAfter(),
    "cache-control": "no-store",
    "content-type": "application/problem+json",
    "content-length": Buffer.byteLength(body),
  };
  reply.hijack();
  reply.raw.writeHead(busyProblem.status, headers);
  reply.raw.end(body);
  return reply;
}

/** How late the event loop was since the last look, on average. */
function watchLoop(app: FastifyInstance): { delay(): number } {
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  let delay = 0;
  const look = setInterval(() => {
    // The histogram holds the time between its ticks, and nothing when the loop stood still throughout.
    delay = histogram.count === 0 ? lookEvery : histogram.mean / 1e6 - resolution;
    histogram.reset();
  }, lookEvery).unref();
  app.addHook("onClose", async () => {
    clearInterval(look);
    histogram.disable();
  });
  return { delay: () => delay };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Refused under load like the endpoints of the API. */
    yieldsToLoad?: boolean;
  }
}
