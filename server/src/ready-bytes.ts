import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

const compressBr = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** Level at which answers are made again and again; the build's files get 11. */
const brotliQuality = 5;

export type Encoding = "br" | "gzip" | "identity";
/** Finished bytes of an answer, with a strong entity tag of their own (RFC 9110 section 8.8.3). */
export type Variant = { bytes: Buffer; etag: string };
export type Variants = Record<Encoding, Variant>;

/** An answer that needs nothing but to be written: what it says, and the headers of its kind. */
export type Ready = {
  status: number;
  headers: Readonly<Record<string, string>>;
  encoding: Encoding;
  variant: Variant;
};

/** The bytes as they are, and what names them. */
export function plain(identity: Buffer): Variant {
  const hash = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return { bytes: identity, etag: `"${hash}"` };
}

/** The same bytes in another encoding, under a tag made from theirs. */
export async function compress(
  { bytes, etag }: Variant,
  encoding: "br" | "gzip",
): Promise<Variant> {
  const compressed =
    encoding === "gzip"
      ? await compressGzip(bytes, { level: 6 })
      : await compressBr(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        });
  return { bytes: compressed, etag: `${etag.slice(0, -1)}-${encoding === "br" ? "b" : "g"}"` };
}

/** The same bytes in every encoding that a browser may ask for. */
export async function encode(bytes: Buffer): Promise<Variants> {
  const identity = plain(bytes);
  const [br, gz] = await Promise.all([compress(identity, "br"), compress(identity, "gzip")]);
  return { identity, gzip: gz, br };
}

/** The best encoding that an Accept-Encoding header allows (RFC 9110 section 12.5.3). */
export function chooseEncoding(header: string | undefined): Encoding {
  const weights = new Map<string, number>();
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(name, weight ? Number(weight.slice(2)) || 0 : 1);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const [br, gz] = [weightOf("br"), weightOf("gzip")];
  if (br > 0 && br >= gz) return "br";
  return gz > 0 ? "gzip" : "identity";
}

/** Whether an If-None-Match header names this entity tag (RFC 9110 section 13.1.2). */
export function isSame(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header
    .split(",")
    .some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}

/** Whoever has just written something asks past everything that is kept (RFC 9111 section 5.2.1.4). */
export const asksPastCaches = (cacheControl: string | undefined): boolean =>
  cacheControl !== undefined && /\bno-cache\b/i.test(cacheControl);

/** Writes a ready answer, or 304 where the asker has it already. */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, encoding, variant }: Ready,
): FastifyReply {
  reply.headers(headers).header("etag", variant.etag);
  if (status === 200 && isSame(request.headers["if-none-match"], variant.etag))
    return reply.code(304).removeHeader("content-type").send();
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.code(status).send(variant.bytes);
}
