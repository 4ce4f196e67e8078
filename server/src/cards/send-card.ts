import type { FastifyReply, FastifyRequest } from "fastify";
import { createConcurrencyLimit } from "../http/concurrency.ts";
import { picturePolicy } from "../http/headers.ts";
import { isSame } from "../http/negotiation.ts";
import { type ResponseCache, sendCached } from "../http/response-cache.ts";

const headers = {
  "content-security-policy": picturePolicy,
  // Other sites show the card beside the link.
  "cross-origin-resource-policy": "cross-origin",
  // A hidden listing's card must not stay in a proxy.
  "cache-control": "public, no-cache",
};
/** A card takes about 0.2 s; one at a time leaves the image processes to uploads. */
const bounds = { concurrent: 1, waiting: 16 };

type Card = {
  /** Different for each card and each of its versions. */
  key: string;
  version: string;
  draw: () => Promise<Buffer>;
};
export type SendCard = (
  request: FastifyRequest,
  reply: FastifyReply,
  card: Card,
) => Promise<FastifyReply>;

export function createCardSender(answers: ResponseCache): SendCard {
  const bounded = createConcurrencyLimit(bounds);
  return async (request, reply, { key, version, draw }) => {
    const etag = `"${version}"`;
    if (isSame(request.headers["if-none-match"], etag))
      return reply
        .headers({ ...headers, etag })
        .code(304)
        .send();
    return sendCached(answers, request, reply, `card ${key} ${version}`, async () => ({
      bytes: await bounded(draw),
      headers: { ...headers, etag, "content-type": "image/jpeg" },
      freshFor: Infinity,
    }));
  };
}
