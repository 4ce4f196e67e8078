import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { AppError } from "../errors/errors.ts";

const bodyTimeDefault = 10_000;
/** Pipelined requests on one connection; browsers send none. */
const mostWaiting = 8;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Answers 408 to slow bodies; uploads have limits of their own (`photos/multipart.ts`, `pages/share-target.ts`). */
export function limitSlowBodies(app: FastifyInstance, bodyTime = bodyTimeDefault): void {
  app.addHook("onRequest", ({ raw, routeOptions }, reply, done) => {
    done();
    if (!hasBody(raw)) return;
    const isUpload =
      (routeOptions.config.endpoint?.body === "multipart" || routeOptions.config.takesSlowForms) &&
      /^multipart\//i.test(raw.headers["content-type"] ?? "");
    const end = () => {
      if (raw.complete) return;
      if (reply.raw.headersSent) return void raw.destroy();
      reply.header("connection", "close");
      raw.emit("error", new AppError("request-too-slow"));
    };
    raw.on("error", () => {});
    let timer = isUpload ? undefined : setTimeout(end, bodyTime).unref();
    // The rest of a body that was answered early gets the same time again.
    reply.raw.once("finish", () => {
      clearTimeout(timer);
      if (!raw.complete) timer = setTimeout(end, bodyTime).unref();
    });
    raw.once("close", () => clearTimeout(timer));
  });
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Watches the speed of forms itself. */
    takesSlowForms?: boolean;
  }
}

const waiting = new WeakMap<Socket, number>();

/** @returns false when the connection was closed: each waiting request may hold a file or a database connection */
export function limitPipelining({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // Node gives a response its socket once the previous ones are sent.
  if (response.socket !== null) return true;
  const count = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, count);
  response.once("socket", () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  if (count > mostWaiting) socket.destroy();
  return count <= mostWaiting;
}
