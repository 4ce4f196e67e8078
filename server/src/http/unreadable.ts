import { randomUUID } from "node:crypto";
import type { ErrorCode } from "@market/contract/errors";
import type { FastifyHttpOptions, RawServerDefault } from "fastify";
import { AppError, toAppError } from "../errors/errors.ts";
import { problemOf, sendProblem } from "./problem.ts";
import { commonHeaders } from "./headers.ts";

const parserErrors: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: "headers-too-large",
  ERR_HTTP_REQUEST_TIMEOUT: "request-too-slow",
};

const lingering = 1_000;

/** Answers addresses that cannot be decoded, and bytes that are not HTTP. */
export function answerUnreadable(publicOrigin: string): FastifyHttpOptions<RawServerDefault> {
  const headers = commonHeaders(publicOrigin);
  return {
    frameworkErrors(error, request, reply) {
      request.log.info({ event: "refusal", code: error.code }, "request refused");
      void sendProblem(
        toAppError(error),
        request,
        reply.headers({ ...headers, "x-request-id": request.id }),
      );
    },

    clientErrorHandler(error, socket) {
      if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
      const refusal = new AppError(parserErrors[error.code ?? ""] ?? "invalid-request");
      const requestId = randomUUID();
      const body = JSON.stringify(problemOf(refusal, requestId));
      const lines = Object.entries({
        ...headers,
        "x-request-id": requestId,
        "content-type": "application/problem+json",
        "content-length": Buffer.byteLength(body),
        "cache-control": "no-store",
        connection: "close",
      }).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 ${refusal.status} Refused\r\n${lines.join("")}\r\n${body}`);
      const timer = setTimeout(() => socket.destroy(), lingering).unref();
      socket.once("close", () => clearTimeout(timer));
    },
  };
}
