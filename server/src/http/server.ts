import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Log } from "../config/log.ts";
import type { Overload } from "./overload.ts";
import { limitPipelining } from "./slow.ts";

/** Descriptors left to the database, files and image processes. */
const reserved = 64;
/** Milliseconds. Photos may wait for their turn longer than `silence`. Bodies that are no upload have their own, shorter limit (`slow.ts`). */
const times = { headersTimeout: 10_000, keepAliveTimeout: 75_000 };
const silence = 60_000;

const isUpload = ({ headers }: IncomingMessage) =>
  /^multipart\//i.test(headers["content-type"] ?? "");

/** Refuses what must not reach the framework. @param longestUpload milliseconds */
export function createHttpServer(
  handle: RequestListener,
  { overload, log, longestUpload }: { overload: Overload; log: Log; longestUpload: number },
): Server {
  const options = {
    ...times,
    requestTimeout: longestUpload,
    maxHeaderSize: 16_384,
    connectionsCheckingInterval: 1_000,
  };
  const listener: RequestListener = (request, response) => {
    if (isSurplus(request.socket)) return overload.refuse(response, "close");
    if (!limitPipelining(request, response) || !overload.admit(request, response)) return;
    if (isUpload(request)) request.once("end", () => request.socket.setTimeout(0));
    handle(request, response);
  };
  const server = createServer(options, listener);
  // Without a listener Node asks for the body before anybody has looked at the request.
  server.on("checkContinue", listener);
  server.setTimeout(silence);
  server.maxRequestsPerSocket = 10_000;
  const isSurplus = limitConnections(server, descriptors() - reserved);
  // Without a free descriptor accept fails; the next connections are tried again.
  server.once("listening", () =>
    server.on("error", (error) => log.warn({ err: error }, "a connection could not be taken")),
  );
  return server;
}

/** Asks a client for the body that it holds back (`Expect: 100-continue`) once the caller is admitted. */
export function continueAdmitted(app: FastifyInstance): void {
  app.addHook("preParsing", ({ headers }, reply, _payload, done) => {
    if (/\b100-continue\b/i.test(headers.expect ?? "")) reply.raw.writeContinue();
    done();
  });
}

/** Milliseconds. */
const untilTheySpeak = 100;

/**
 * Takes no more connections, and ends the idle ones a moment later: Node's own `close` counts as idle whoever has connected
 * and has not been read yet, and cuts them off. @param closed called when the last connection has ended
 */
export function stopTaking(server: Server, closed: () => void): void {
  NetServer.prototype.close.call(server, () => closed());
  setTimeout(() => server.closeIdleConnections(), untilTheySpeak);
}

/** Open files that the system allows; Infinity where it does not say. */
function descriptors(): number {
  // Otherwise the report resolves all peers; the types lack the property yet.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft?: number | "unlimited" } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Infinity;
}

/** @returns whether a connection came when few descriptors were left, so that it must be refused */
function limitConnections(server: Server, most: number): (socket: Socket) => boolean {
  const surplus = new WeakSet<Socket>();
  let open = 0;
  server.maxConnections = Math.max(1, most);
  server.on("connection", (socket: Socket) => {
    open++;
    if (open > most - reserved) surplus.add(socket);
    socket.once("close", () => open--);
  });
  return (socket) => surplus.has(socket);
}
