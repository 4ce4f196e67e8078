import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Log } from "../config/log.ts";
import type { Overload } from "./overload.ts";
import { limitPipelining } from "./slow.ts";

/** Descriptors reserved for the database, files and image processes. */
const reserved = 64;
/** Milliseconds. Photos may wait longer than `silence`. Bodies other than uploads have a shorter limit (`slow.ts`). */
const times = { headersTimeout: 10_000, keepAliveTimeout: 75_000 };
const silence = 60_000;

const isUpload = ({ headers }: IncomingMessage) =>
  /^multipart\//i.test(headers["content-type"] ?? "");

/** Creates the server, which refuses surplus requests before the framework. @param longestUpload milliseconds */
export function createHttpServer(
  handle: RequestListener,
  { overload, log, longestUpload }: { overload: Overload; log: Log; longestUpload: number },
): Server {
  const options = {
    ...times,
    requestTimeout: longestUpload,
    maxHeaderSize: 16_384,
    connectionsCheckingInterval: 1_000,
    // Node's own refusal has none of our headers; `requireOneHost` refuses it.
    requireHostHeader: false,
  };
  const listener: RequestListener = (request, response) => {
    if (isSurplus(request.socket)) return overload.refuse(response, "close");
    if (!limitPipelining(request, response) || !overload.admit(request, response)) return;
    if (isUpload(request)) request.once("end", () => request.socket.setTimeout(0));
    handle(request, response);
  };
  const server = createServer(options, listener);
  // Without a listener Node requests the body before the request is checked.
  server.on("checkContinue", listener);
  // Nor does its refusal of other expectations, which may be ignored (RFC 9110 section 10.1.1).
  server.on("checkExpectation", listener);
  server.setTimeout(silence);
  server.maxRequestsPerSocket = 10_000;
  const isSurplus = limitConnections(server, descriptors() - reserved);
  // Without a free descriptor accept fails; the next connections are tried again.
  server.once("listening", () =>
    server.on("error", (error) => log.warn({ err: error }, "a connection could not be taken")),
  );
  return server;
}

/** Requests the body that a client holds back (`Expect: 100-continue`) once the caller is admitted. */
export function continueAdmitted(app: FastifyInstance): void {
  app.addHook("preParsing", ({ headers }, reply, _payload, done) => {
    if (/\b100-continue\b/i.test(headers.expect ?? "")) reply.raw.writeContinue();
    done();
  });
}

/** Milliseconds. */
const untilTheySpeak = 100;

/** Stops accepting, and closes idle connections a moment later: Node's `close` would also cut off clients whose request is still unread. */
export function stopTaking(server: Server, closed: () => void): void {
  NetServer.prototype.close.call(server, () => closed());
  setTimeout(() => server.closeIdleConnections(), untilTheySpeak);
}

/** Reads the system's limit of open files; Infinity if there is none. */
function descriptors(): number {
  // Otherwise the report resolves all peers; the types lack the property yet.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft?: number | "unlimited" } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Infinity;
}

/** Limits connections. @returns whether a connection was opened with few descriptors left and must be refused */
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
