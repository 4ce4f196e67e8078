import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Cuts a page off rows of which one more was asked for, and says where the next one begins (RFC 8288).
 * Cursors are ids, which are in the order of creation.
 */
export function paginate<T>(
  rows: readonly T[],
  { limit }: { limit: number },
  idOf: (row: T) => string,
  request: FastifyRequest,
  reply: FastifyReply,
): T[] {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length > limit && last !== undefined) {
    const [path = "", query] = request.url.split("?");
    const search = new URLSearchParams(query);
    search.set("cursor", idOf(last));
    reply.header("link", `<${path}?${search}>; rel="next"`);
  }
  return shown;
}
