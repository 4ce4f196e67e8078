import * as messages from "@market/contract/notices/mail-messages";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Context } from "../context.ts";
import { AppError } from "../errors/errors.ts";
import { readUnsubscribeToken } from "./mails.ts";
import { updateMailOff } from "./mails.sql.ts";

const policy = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The link at the end of each mail: a page with one button, and the POST that mail programs send by themselves (RFC 8058). */
export async function unsubscribeRoutes(
  app: FastifyInstance,
  context: Pick<Context, "db" | "applicationKey" | "previousKey">,
): Promise<void> {
  const { db } = context;
  const whoseIs = (token: string) => {
    const userId = readUnsubscribeToken(context, token);
    if (userId === undefined) throw new AppError("not-found");
    return userId;
  };
  await app.register(async (scope) => {
    // Neither the form nor a mail program says more than the address does.
    scope.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "string", bodyLimit: 1024 },
      (_request, _body, done) => done(null, undefined),
    );
    scope.get<{ Params: { token: string } }>("/u/:token", async ({ params }, reply) => {
      whoseIs(params.token);
      return send(reply, messages.unsubscribeQuestion, messages.unsubscribe);
    });
    scope.post<{ Params: { token: string } }>("/u/:token", async ({ params }, reply) => {
      await updateMailOff(db, whoseIs(params.token), true);
      return send(reply, messages.unsubscribed);
    });
  });
}

function send(reply: FastifyReply, sentence: string, button?: string): FastifyReply {
  const form = button === undefined ? "" : `<form method="post"><button>${button}</button></form>`;
  return reply
    .header("cache-control", "no-store")
    .header("content-security-policy", policy)
    .header("x-robots-tag", "noindex")
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${messages.mailsTitle}</title><main><h1>${messages.mailsTitle}</h1><p>${sentence}</p>${form}</main></html>`,
    );
}
