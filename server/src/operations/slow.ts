import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";

/** Milliseconds in which a body must have come that is no upload, and what is left of one that was answered early. */
const bodyTimeDefault = 10_000;
/** Milliseconds in which whoever is being answered must take something of it; twice that in the worst case. */
const readTimeDefault = 20_000;
/** Requests that may stand on one connection behind one that is not done. Browsers send none. */
const mostBehind = 8;

/**
 * Ends requests whose bodies dawdle (reliability P37): 408 `request-too-slow`, and the connection with it;
 * and connections whose other end takes nothing of an answer. Uploads have a rule of their own, by their
 * pace (`images/multipart.ts`).
 */
export function limitSlowBodies(
  app: FastifyInstance,
  bodyTime = bodyTimeDefault,
  readTime = readTimeDefault,
): void {
  app.addHook("onRequest", async ({ raw, routeOptions }, reply) => {
    const isUpload =
      routeOptions.config.endpoint?.body === "multipart" &&
      /^multipart\//i.test(raw.headers["content-type"] ?? "");
    if (!hasBody(raw) || isUpload) return;
    const timer = setTimeout(() => {
      if (raw.complete || reply.raw.headersSent) return;
      reply.header("connection", "close");
      // Whoever reads the body hears of it as of any other fault on the way.
      raw.emit("error", new AppError("request-too-slow"));
    }, bodyTime).unref();
    raw.on("error", () => {});
    raw.once("close", () => clearTimeout(timer));
    reply.raw.once("close", () => clearTimeout(timer));
  });
  app.addHook("onSend", async (_request, { raw }) => limitSlowReading(raw, readTime));
}

/**
 * Asks for a body that its sender holds back until he is asked (`Expect: 100-continue`, RFC 9110 section 10.1.1)
 * only when it is wanted: whoever is refused before is told so at once and sends nothing.
 */
export function continueWhenWanted(app: FastifyInstance): void {
  app.server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    holdingBack.add(request);
    app.server.emit("request", request, response);
  });
  // The last hook before the body.
  app.addHook("preParsing", async ({ raw }, reply) => {
    if (holdingBack.delete(raw)) reply.raw.writeContinue();
  });
}
const holdingBack = new WeakSet<IncomingMessage>();

/** Ends the connection when the other end takes nothing of this answer. The framework's answers have it. */
export function limitSlowReading(response: ServerResponse, readTime = readTimeDefault): void {
  response.setTimeout(readTime, () => response.destroy());
}

/** Waits for something of ours in the middle of an answer: nobody is a slow reader meanwhile. */
export async function whileReaderWaits<T>(
  response: ServerResponse,
  wait: () => Promise<T>,
  readTime = readTimeDefault,
): Promise<T> {
  response.setTimeout(0);
  const result = await wait();
  response.setTimeout(readTime);
  return result;
}

/**
 * Lets a request through when those before it on its connection are done, so that somebody who heaps up
 * requests and reads no answer holds what one answer needs, a file for instance, and not what all do. Ends
 * connections with too many of them, and those on which the rest of a body still comes long after the answer.
 */
export function takeInTurn(
  request: IncomingMessage,
  response: ServerResponse,
  handle: () => void,
  bodyTime = bodyTimeDefault,
): void {
  if (hasBody(request))
    response.once("finish", () => {
      if (request.complete) return;
      const { socket } = request;
      const timer = setTimeout(() => request.complete || socket.destroy(), bodyTime).unref();
      // When the rest has come, or the connection has gone: nothing of the request is kept until the timer ends.
      request.once("close", () => clearTimeout(timer));
    });
  // Node gives a response its socket when those before it are done.
  if (response.socket !== null) return handle();
  if (isOneTooMany(request.socket, response)) request.socket.destroy();
  else response.once("socket", () => setImmediate(handle));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

const behind = new WeakMap<Socket, number>();

function isOneTooMany(socket: Socket, response: ServerResponse): boolean {
  const count = (behind.get(socket) ?? 0) + 1;
  behind.set(socket, count);
  response.once("socket", () => behind.set(socket, (behind.get(socket) ?? 1) - 1));
  return count > mostBehind;
}
