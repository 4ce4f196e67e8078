import { randomInt, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Endpoint, endpoints } from "@market/contract/endpoints";
import type { FastifyInstance } from "fastify";
import { AppError, problemOf } from "../errors.ts";

/** How much one process takes on before it says no (reliability P25). */
export type LoadLimits = {
  /**
   * Requests in work at a time: enough to keep eight connections to the database busy. More of them would be
   * done no sooner, and all that ends in one turn of the event loop keeps the next refusal waiting.
   */
  atOnce: number;
  /**
   * Requests in work or waiting for their turn, when many come at once. One takes about 1 ms of the process and one to
   * three queries, so the last of these is answered in well under a second.
   */
  inFlight: number;
  /**
   * The same once the queue has not been empty for a while: one that does not end gets nothing done that a short one
   * would not, and only makes everybody's wait longer.
   */
  inFlightWhenLasting: number;
  /** Milliseconds of that while. */
  lastsAfter: number;
  /** Queries waiting for one of the pool's eight connections; more of them means that the database is slow. */
  waitingForDatabase: number;
  /** Milliseconds by which the event loop is late on average. A request needs some four turns of it: one second. */
  loopDelay: number;
  /** Requests in work or waiting while the loop is late: fewer, yet enough that nothing stands idle. */
  inFlightWhenLate: number;
  /** Uploads at a time. They take bandwidth and disk (75 MB each at most), hardly any of the process. */
  uploads: number;
  /** Uploads of one student at a time: a browser opens six connections, and nobody may fill the lane alone. */
  uploadsPerStudent: number;
};

const usualLimits: LoadLimits = {
  atOnce: 32,
  inFlight: 256,
  inFlightWhenLasting: 64,
  lastsAfter: 1_000,
  waitingForDatabase: 64,
  loopDelay: 250,
  inFlightWhenLate: 32,
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
  /** Headers of every answer of this origin. */
  common: Readonly<Record<string, string>>;
};

/**
 * Handles a request now, when it is its turn, or, when there is no room for it, by a refusal.
 * @param handle told how to leave the place as soon as the answer is made; the framework does so by itself
 * @returns false when it was refused
 */
export type Admit = (
  request: IncomingMessage,
  response: ServerResponse,
  handle: (leave: () => void) => void,
) => boolean;

/**
 * Sign-out must work, and a refused redirect of sign-in would be a page of JSON; a description spends its
 * time waiting for a provider, and has an allowance of its own.
 */
const neverRefused: Endpoint[] = [
  endpoints.logOut,
  endpoints.startSignIn,
  endpoints.finishSignIn,
  endpoints.generateDescription,
];
/** Uploads have a lane of their own. */
const uploading = Object.values<Endpoint>(endpoints).filter(({ body }) => body === "multipart");
/** What takes a place is told by its address, before routing: calls and avatars, except these. */
const takesPlace = /^\/(?:api|avatars)\//;
const exempt = new RegExp(
  `^(?:${[...neverRefused, ...uploading].map(patternOf).join("|")})(?:\\?|$)`,
);

/**
 * Takes calls of the API and avatars in turn, a few at once, and refuses new ones while the process has more
 * to do than it can: 503 `server-busy`. Health, files, documents and photos wait for nothing and are never
 * refused, they cost little. Uploads have a lane of their own, so that slow ones take no place from
 * browsing, nor browsing from them.
 * @returns `admit`, which every request must pass before the framework sees it: when most requests are refused,
 *   what refusing costs is taken from the others, and the framework takes three times as long over it; and
 *   `isWorking`, whether any call is in work
 */
export function shedLoad(
  app: FastifyInstance,
  { limits = usualLimits, waitingForDatabase, common }: LoadOptions,
): { admit: Admit; isWorking: () => boolean } {
  const loop = watchLoop(app);
  const refuse = createRefusal(common);
  /** Those whose turn has not come, in the order in which they came. */
  const waiting = new Map<ServerResponse, () => void>();
  /** When the first of them came after nobody had waited. */
  let waitingSince = 0;
  let inWork = 0;
  let refused = 0;

  const room = () => {
    if (loop.delay() > limits.loopDelay) return limits.inFlightWhenLate;
    const isLasting = waiting.size > 0 && performance.now() - waitingSince > limits.lastsAfter;
    return isLasting ? limits.inFlightWhenLasting : limits.inFlight;
  };
  const isBusy = () =>
    inWork + waiting.size >= room() || waitingForDatabase() >= limits.waitingForDatabase;

  // Neither somebody who sends slowly nor one who reads slowly keeps others from being served.
  app.addHook("preParsing", async ({ raw }) => giveBack(places.get(raw)));
  app.addHook("preValidation", async ({ raw }) => {
    const place = places.get(raw);
    if (place === undefined || place.isLeft) return;
    place.isTaken = true;
    inWork++;
  });
  app.addHook("onSend", async ({ raw }) => giveBack(places.get(raw)));
  limitUploads(app, limits);

  const logged = setInterval(() => {
    // A flood of refusals must not become a flood of lines.
    if (refused > 0) app.log.info({ refused }, "too busy for some requests");
    refused = 0;
  }, 1000).unref();
  app.addHook("onClose", async () => clearInterval(logged));

  const admit: Admit = (request, response, handle) => {
    const { method = "", url = "" } = request;
    if (!takesPlace.test(url) || exempt.test(`${method} ${url}`)) handle(() => {});
    else if (isBusy()) {
      refused++;
      refuse(response);
      return false;
    } else if (inWork < limits.atOnce && waiting.size === 0) begin(request, response, handle);
    else {
      if (waiting.size === 0) waitingSince = performance.now();
      waiting.set(response, () => begin(request, response, handle));
      response.once("close", () => waiting.delete(response));
    }
    return true;
  };
  return { admit, isWorking: () => inWork > 0 };

  function begin(...[request, response, handle]: Parameters<Admit>): void {
    const place = { isTaken: true, isLeft: false };
    places.set(request, place);
    inWork++;
    response.once("close", () => {
      place.isLeft = true;
      giveBack(place);
    });
    handle(() => giveBack(place));
  }

  function giveBack(place: Place | undefined): void {
    if (!place?.isTaken) return;
    place.isTaken = false;
    inWork--;
    if (waiting.size > 0) setImmediate(beginNext);
  }

  function beginNext(): void {
    for (const [response, beginThis] of waiting) {
      if (inWork >= limits.atOnce) return;
      waiting.delete(response);
      beginThis();
    }
  }
}

/** Of a request among those that are in work. */
type Place = { isTaken: boolean; isLeft: boolean };
const places = new WeakMap<IncomingMessage, Place>();

function limitUploads(app: FastifyInstance, limits: LoadLimits): void {
  let uploads = 0;
  const uploadsOf = new Map<string, number>();

  // Behind the door, so that a stranger takes no place in this lane.
  app.addHook("preParsing", async (request, reply) => {
    if (request.routeOptions.config.endpoint?.body !== "multipart") return;
    const student = request.caller?.userId ?? "";
    const own = uploadsOf.get(student) ?? 0;
    if (own >= limits.uploadsPerStudent)
      throw new AppError("rate-limited", { retryAfter: retryAfter() });
    if (uploads >= limits.uploads) throw new AppError("server-busy", { retryAfter: retryAfter() });
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

function patternOf({ method, path }: Endpoint): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, "[^/?]+")}`;
}

/** Seconds; spread, so that those refused together do not come back together. */
const retryAfter = () => randomInt(2, 6);

/**
 * Refuses for want of room. Under overload most requests end here, so all but the request's id and the seconds is written once.
 * @param common headers of every answer
 */
function createRefusal(
  common: Readonly<Record<string, string>>,
): (response: ServerResponse) => void {
  const busy = new AppError("server-busy");
  const exampleId = randomUUID();
  const example = JSON.stringify(problemOf(busy, exampleId));
  const [before = "", after = ""] = example.split(exampleId);
  const fixed = {
    ...common,
    "cache-control": "no-store",
    "content-type": "application/problem+json",
    "content-length": String(Buffer.byteLength(example)),
  };
  // Names and values in turn, as Node takes them without looking at each again; the last two are filled in.
  const head = [...Object.entries(fixed).flat(), "retry-after", "", "x-request-id", ""];
  return (response) => {
    const id = randomUUID();
    head[head.length - 3] = String(retryAfter());
    head[head.length - 1] = id;
    response.writeHead(busy.status, head).end(before + id + after);
  };
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
