import { randomUUID } from "node:crypto";
import {
  type FastifyHttpOptions,
  type FastifyInstance,
  LogController,
  type RawServerDefault,
} from "fastify";
import type { Log } from "../config/log.ts";
import { answerUnreadable } from "./unreadable.ts";

/** Bytes; multipart has its own limits. */
const jsonLimit = 64 * 1024;

export function optionsOf(publicOrigin: string, log: Log): FastifyHttpOptions<RawServerDefault> {
  return {
    ...answerUnreadable(publicOrigin),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: jsonLimit,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: "idle",
    // Connected clients are served, with `Connection: close`.
    return503OnClosing: false,
  };
}

export function addHooks(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { url: route } = request.routeOptions;
    const ms = Math.round(reply.elapsedTime);
    const target = route?.endsWith("*") === false ? { route } : { path: pathOf(request.url) };
    const { method } = request;
    request.log.info({ method, ...target, status: reply.statusCode, ms }, "request");
    done();
  });
}

/** Returns the path without personal addresses, numbers, and what follows `/k/`, `/r/` and `/u/`: keys and tokens of mails. */
const pathOf = (url: string) =>
  url
    .split("?")[0]
    ?.slice(0, 200)
    .replace(/^(\/+(?:k|r|u)\/).*/i, "$1?")
    .replaceAll(/[^\w/.-]+|\d{8,}/g, "?");

/** Parses JSON bodies only; an empty one counts as none, because the specification's clients send one. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, body as string, done);
  });
}
