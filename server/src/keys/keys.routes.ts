import { endpoints } from "@market/contract/endpoints";
import { allListings, keyActs } from "@market/contract/keys/acts";
import { keyActsPerHour } from "@market/contract/limits";
import { keyPage } from "@market/contract/pages/pages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isId } from "../db/ids.ts";
import { AppError } from "../errors/errors.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import type { Serve } from "../http/serve.ts";
import type { ListingContext } from "../products/listing-events.ts";
import { gonePage, keyPagePolicy, listingsPage, questionPage, refusedPage } from "./key-page.ts";
import { act, addressOf, ask, hashOf, makeKey, type Request } from "./keys.ts";
import { deleteKeys, selectKey, selectListings, selectOwnKey } from "./keys.sql.ts";

type Around = {
  limiter: RateLimiter;
  /** Counts a view of the page, without the key. */
  countView: (request: FastifyRequest) => void;
};

/** The pages of a key, without signing in: anyone who has the address may use it. */
export async function keyRoutes(
  app: FastifyInstance,
  serve: Serve,
  context: ListingContext,
  { limiter, countView }: Around,
): Promise<void> {
  const { config, db } = context;

  serve(endpoints.makeKey, async ({ currentUser }) => ({
    success: true as const,
    url: addressOf(config.PUBLIC_ORIGIN, await makeKey(context, currentUser.userId)),
  }));
  serve(endpoints.getKey, async ({ currentUser }) => ({
    success: true as const,
    key: (await selectOwnKey(db, currentUser.userId)) ?? null,
  }));
  serve(endpoints.endKey, async ({ currentUser }) => {
    await deleteKeys(db, currentUser.userId);
    return undefined;
  });

  const page = keyPage.replace("{key}", ":key");
  await app.register(async (scope) => {
    prepareForms(scope);
    scope.get<{ Params: { key: string } }>(page, async (request, reply) => {
      const { key } = request.params;
      const hash = hashOf(key);
      const found = hash && (await selectKey(db, hash));
      if (found === undefined) return sendGone(reply);
      countView(request);
      return send(reply, listingsPage(key, await selectListings(db, found)));
    });
    // No Origin check: the page sends no Referer, so its forms send `Origin: null`, and the token replaces it.
    scope.post<{ Params: Record<"key" | "which" | "act", string>; Body: unknown }>(
      `${page}/:which/:act`,
      async ({ params, body, raw }, reply) => {
        const { key } = params;
        const request = readRequest(params);
        if (request === undefined) return sendGone(reply);
        const token = tokenIn(body);
        const count = () => limiter.consumeFew("act by key", raw, keyActsPerHour);
        try {
          if (token !== undefined && (await act(context, request, token, count)))
            return reply.redirect(keyPage.replace("{key}", key), 303);
          const asked = await ask(context, request);
          if (asked === undefined) return sendGone(reply);
          return send(reply, questionPage(key, request.act, asked, request.productId === null));
        } catch (error) {
          return sendRefusal(reply, key, error);
        }
      },
    );
    // Other addresses with a key in them get no page with scripts either.
    scope.get("/k/*", (_request, reply) => sendGone(reply));
  });
}

/** Headers of all pages whose address is a secret. */
const secretHeaders = {
  "cache-control": "no-store",
  "content-security-policy": keyPagePolicy,
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
};

/** Reads small forms, and gives every answer the headers of a page whose address is a secret. */
export function prepareForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 1024 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  scope.addHook("onRequest", (_request, reply, done) => {
    reply.headers(secretHeaders);
    done();
  });
}

function readRequest({
  key,
  which,
  act: what,
}: Record<"key" | "which" | "act", string>): Request | undefined {
  const hash = hashOf(key);
  const known = keyActs.find((each) => each === what);
  if (hash === undefined || known === undefined) return undefined;
  if (which !== allListings && !isId(which)) return undefined;
  return { hash, productId: which === allListings ? null : which, act: known };
}

export function tokenIn(body: unknown): string | undefined {
  const { token } = (body ?? {}) as { token?: unknown };
  return typeof token === "string" ? token : undefined;
}

const send = (reply: FastifyReply, html: string): FastifyReply =>
  reply.type("text/html; charset=utf-8").send(html);

const sendGone = (reply: FastifyReply): FastifyReply => send(reply.code(404), gonePage);

/** @throws errors that are no refusal of this change */
function sendRefusal(reply: FastifyReply, key: string, error: unknown): FastifyReply {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  if (error.status !== 429) return sendGone(reply);
  if (error.retryAfter !== undefined)
    reply.header("retry-after", String(Math.ceil(error.retryAfter)));
  return send(reply.code(429), refusedPage(key, error.message));
}
