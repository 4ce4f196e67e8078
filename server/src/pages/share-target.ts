import type { IncomingMessage } from "node:http";
import { finished } from "node:stream";
import { shareFormBytes } from "@market/contract/limits";
import { shareTarget } from "@market/contract/pages/pages";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors/errors.ts";

/** Milliseconds, and bytes that must arrive in each: a form takes as long as a phone needs to upload its photos. */
const slowAfter = 30_000;
const slowBytes = 15_000;

/**
 * Without a service worker the form is discarded, and the sell page says how to pick the photos. A form of another site gets
 * the same, and changes nothing.
 * @param count throws AppError rate-limited
 */
export function shareTargetRoutes(
  app: FastifyInstance,
  count: (request: FastifyRequest) => void,
): void {
  app.get(shareTarget, (_request, reply) => reply.redirect("/sell", 303));
  app.post(
    shareTarget,
    {
      config: { takesSlowForms: true },
      // Before parsing, so that a broken form or another body gets the same answer.
      preParsing: async (request, reply) => {
        count(request);
        await discard(request.raw);
        await reply.redirect("/sell?shared=no", 303);
      },
    },
    (_request, reply) => reply,
  );
}

/** Reads a body without storing it. @throws AppError of a too large or too slow one; the rest is read after the answer */
async function discard(body: IncomingMessage): Promise<void> {
  if (Number(body.headers["content-length"] ?? 0) > shareFormBytes) {
    body.resume();
    throw new AppError("body-too-large");
  }
  let received = 0;
  let before = 0;
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      body.on("data", (chunk: Buffer) => {
        received += chunk.length;
        if (received > shareFormBytes) reject(new AppError("body-too-large"));
      });
      timer = setInterval(() => {
        if (received - before < slowBytes) reject(new AppError("request-too-slow"));
        before = received;
      }, slowAfter);
      // A client that leaves gets no answer, whatever it is.
      finished(body, (error) => (error instanceof AppError ? reject(error) : resolve()));
    });
  } finally {
    clearInterval(timer);
  }
}
