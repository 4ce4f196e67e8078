import { errors, type Problem } from "@market/contract/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type AppError, toAppError } from "../errors/errors.ts";

export function problemOf(error: AppError, requestId: string): Problem {
  return {
    type: `urn:campus-marketplace:error:${error.code}`,
    title: errors[error.code].message,
    status: error.status,
    code: error.code,
    message: error.message,
    success: false,
    requestId,
    ...(error.errors && { errors: error.errors }),
    ...error.suspension,
  };
}

export function sendProblem(
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error.status === 401) reply.header("www-authenticate", 'Bearer error="invalid_token"');
  if (error.retryAfter !== undefined)
    reply.header("retry-after", String(Math.ceil(error.retryAfter)));
  return reply
    .code(error.status)
    .header("cache-control", "no-store")
    .type("application/problem+json")
    .send(JSON.stringify(problemOf(error, request.id)));
}

/** @param failed called for each response with a status of 500 or more */
export function handleErrors(
  app: FastifyInstance,
  failed: (error: AppError) => void = () => {},
): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown);
    if (error.status >= 500) failed(error);
    // A flood of refusals must not become a flood of error lines.
    if (error.status >= 500 && error.code !== "server-busy") {
      request.log.error({ err: error, code: error.code }, "request failed");
    } else {
      const { code, status } = error;
      request.log.info({ event: "refusal", code, status }, "request refused");
    }
    return sendProblem(error, request, reply);
  });
}
