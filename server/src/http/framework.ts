import { randomUUID } from "node:crypto";
import {
  type FastifyHttpOptions,
  type FastifyInstance,
  LogController,
  type RawServerDefault,
} from "fastify";
import type { Log } from "../config/log.ts";
import { answerUnreadable } from "./unreadable.ts";

/** Bytes; multipart has limits of its own. */
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
    // Clients that are connected already are served, and told to connect elsewhere next time.
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
    const asked = route?.endsWith("*") === false ? { route } : { path: pathOf(request.url) };
    const { method } = request;
    request.log.info({ method, ...asked, status: reply.statusCode, ms }, "request");
    done();
  });
}

/** The path without what could be an address or number of a person. */
const pathOf = (url: string) =>
  url
    .split("?")[0]
    ?.slice(0, 200)
    .replaceAll(/[^\w/.-]+|\d{8,}/g, "?");

/** JSON only; an empty JSON body is no body, because clients of the specification send such. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, body as string, done);
  });
}
