import { requestAnswers } from "@market/contract/deals/schemas";
import { keyActsPerHour } from "@market/contract/limits";
import { requestPage } from "@market/contract/pages/pages";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { RequestContext } from "../deals/contact-requests.ts";
import { AppError } from "../errors/errors.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import { prepareForms, tokenIn } from "./keys.routes.ts";
import { answerByLink, ask, openLink, pathOf } from "./request-links.ts";
import {
  goneRequestPage,
  questionPageOf,
  refusedAnswerPage,
  requestPageOf,
} from "./request-page.ts";

type Answering = { Params: Record<"token" | "answer", string>; Body: unknown };

/** One request for a number, answered without signing in: by two POSTs, as what a key does. */
export async function requestLinkRoutes(
  app: FastifyInstance,
  context: RequestContext,
  limiter: RateLimiter,
): Promise<void> {
  const page = requestPage.replace("{token}", ":token");
  await app.register(async (scope) => {
    prepareForms(scope);
    scope.get<{ Params: { token: string } }>(page, async ({ params: { token } }, reply) => {
      const opened = await openLink(context.db, token);
      return opened ? send(reply, requestPageOf(token, opened)) : sendGone(reply);
    });
    scope.post<Answering>(`${page}/:answer`, async ({ params, body, raw }, reply) => {
      const { token: secret } = params;
      const answer = requestAnswers.find((each) => each === params.answer);
      if (answer === undefined) return sendGone(reply);
      const token = tokenIn(body);
      const counted = () => limiter.consumeFew("act by key", raw, keyActsPerHour);
      try {
        if (
          token !== undefined &&
          (await answerByLink(context, secret, answer, { token, counted }))
        )
          return reply.redirect(pathOf(secret), 303);
        const asked = await ask(context, secret, answer);
        if (asked === undefined) return sendGone(reply);
        if (!asked.isOpen) return reply.redirect(pathOf(secret), 303);
        return send(reply, questionPageOf(secret, answer, asked));
      } catch (error) {
        return sendRefusal(reply, secret, error);
      }
    });
    // Other addresses with a link in them get no page with scripts either.
    scope.get("/r/*", (_request, reply) => sendGone(reply));
  });
}

const send = (reply: FastifyReply, html: string): FastifyReply =>
  reply.type("text/html; charset=utf-8").send(html);

const sendGone = (reply: FastifyReply): FastifyReply => send(reply.code(404), goneRequestPage);

/** @throws what is no refusal of this answer */
function sendRefusal(reply: FastifyReply, secret: string, error: unknown): FastifyReply {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  if (error.code === "already-answered") return reply.redirect(pathOf(secret), 303);
  if (error.code !== "not-listed" && error.status !== 429) return sendGone(reply);
  if (error.retryAfter !== undefined)
    reply.header("retry-after", String(Math.ceil(error.retryAfter)));
  return send(reply.code(error.status), refusedAnswerPage(secret, error.message));
}
