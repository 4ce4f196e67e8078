import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { createConcurrencyLimit } from "./concurrency.ts";

const compressBr = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** The quality for responses made at run time; the build's files get 11. */
const brotliQuality = 5;

export type Encoding = "br" | "gzip" | "identity";

const oneForEachProcessor = createConcurrencyLimit({
  concurrent: availableParallelism(),
  waiting: Infinity,
});

/** Copies the result to a buffer of its size: zlib's belongs to a chunk of 16 KB, which a cache would hold as a whole. */
export async function compress(bytes: Buffer, encoding: "br" | "gzip"): Promise<Buffer> {
  const compressed = await oneForEachProcessor(() => run(bytes, encoding));
  const exact = Buffer.allocUnsafeSlow(compressed.length);
  compressed.copy(exact);
  return exact;
}

function run(bytes: Buffer, encoding: "br" | "gzip"): Promise<Buffer> {
  if (encoding === "gzip") return compressGzip(bytes, { level: 6 });
  return compressBr(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

export function chooseEncoding(header: string | undefined): Encoding {
  if (header === undefined) return "identity";
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(name, weight ? Number(weight.slice(2)) || 0 : 1);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const [br, gz] = [weightOf("br"), weightOf("gzip")];
  if (br > 0 && br >= gz) return "br";
  return gz > 0 ? "gzip" : "identity";
}

/** Whether If-None-Match names this tag (RFC 9110 section 13.1.2). */
export function isSame(header: string | undefined, etag: string): boolean {
  const tags = (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag);
}

export const bypassesCache = (cacheControl: string | undefined): boolean =>
  cacheControl !== undefined && /\bno-cache\b/i.test(cacheControl);
