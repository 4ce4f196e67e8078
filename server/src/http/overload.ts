import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Endpoint, endpoints } from "@market/contract/endpoints";
import type { FastifyInstance } from "fastify";
import type { Log } from "../config/log.ts";
import { busyRetryAfter } from "./concurrency.ts";
import { AppError } from "../errors/errors.ts";
import { problemOf } from "./problem.ts";
import { hasBody } from "./slow.ts";

export type LoadLimits = {
  /** Concurrent calls. One takes about 1 ms of the process, so the last of them waits for 0.1 s. */
  calls: number;
  /** Concurrent uploads. They use bandwidth and disk (75 MB each at most), hardly any processor time. */
  uploads: number;
};
export const usualLimits: LoadLimits = { calls: 128, uploads: 32 };

const counted = /^\/(?:api|avatars)\//;
const exempt = new RegExp(
  `^(?:${Object.values<Endpoint>(endpoints)
    .filter(({ body, overload }) => overload === "exempt" || body === "multipart")
    .map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, "[^/?]+")}`)
    .join("|")})(?:\\?|$)`,
);
const isCounted = ({ method = "", url = "" }: IncomingMessage) =>
  counted.test(url) && !exempt.test(`${method} ${url}`);

type Options = {
  limits?: LoadLimits;
  isReady: (request: IncomingMessage) => boolean;
  headers: Readonly<Record<string, string>>;
  /** Called for each refusal before the framework. */
  refused: () => void;
  log: Pick<Log, "info">;
};

/** Answers 503 `server-busy` before the framework; a refusal inside it costs three times as much. */
export class Overload {
  readonly #options: Options;
  readonly #limits: LoadLimits;
  readonly #calls = new Set<IncomingMessage>();
  readonly #uploads = new Set<IncomingMessage>();
  #refused = 0;
  #loggedAt = -Infinity;

  constructor(options: Options) {
    this.#options = options;
    this.#limits = options.limits ?? usualLimits;
  }

  /** @returns false when the request was refused */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#calls.size < this.#limits.calls || !isCounted(request)) return true;
    const isReady = this.#options.isReady(request);
    if (!isReady) this.refuse(response);
    return isReady;
  }

  /** Counts a call from when its body is read until its answer is made, so that slow clients hold no slot. */
  watch(app: FastifyInstance): void {
    const count = (request: IncomingMessage, response: ServerResponse) => {
      if (!isCounted(request) || response.closed) return;
      this.#calls.add(request);
      response.once("close", () => this.#calls.delete(request));
    };
    app.addHook("onRequest", ({ raw }, reply, done) => {
      if (!hasBody(raw)) count(raw, reply.raw);
      done();
    });
    app.addHook("preValidation", ({ raw }, reply, done) => {
      if (hasBody(raw)) count(raw, reply.raw);
      done();
    });
    app.addHook("onSend", ({ raw }, _reply, _payload, done) => {
      this.#calls.delete(raw);
      done();
    });
    app.addHook("preParsing", async ({ raw, routeOptions }, reply) => {
      if (routeOptions.config.endpoint?.body !== "multipart") return;
      if (this.#uploads.size >= this.#limits.uploads)
        throw new AppError("server-busy", { retryAfter: busyRetryAfter() });
      this.#uploads.add(raw);
      reply.raw.once("close", () => this.#uploads.delete(raw));
    });
  }

  refuse(response: ServerResponse, connection?: "close"): void {
    const id = randomUUID();
    const body = JSON.stringify(problemOf(busy, id));
    response
      .writeHead(busy.status, {
        ...this.#options.headers,
        ...(connection && { connection }),
        "cache-control": "no-store",
        "content-type": "application/problem+json",
        "content-length": Buffer.byteLength(body),
        "retry-after": String(busyRetryAfter()),
        "x-request-id": id,
      })
      .end(body);
    this.#refused++;
    this.#options.refused();
    if (performance.now() - this.#loggedAt < 1_000) return;
    this.#loggedAt = performance.now();
    this.#options.log.info({ refused: this.#refused }, "too busy for some requests");
  }
}

const busy = new AppError("server-busy");
