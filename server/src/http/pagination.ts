import type { FastifyReply, FastifyRequest } from "fastify";

/** Cuts a page from one row more, and links to the next (RFC 8288). Cursors are ids, which are in order of creation. */
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
