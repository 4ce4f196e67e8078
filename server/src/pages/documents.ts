import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressBr = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** Level at which documents are made again and again; the build's files get 11. */
const brotliQuality = 5;
/** Milliseconds: a document is made at most four times a second, however often its data changes. */
export const leastAge = 250;

export type Encoding = "br" | "gzip" | "identity";
/** One document as finished bytes, with a strong entity tag per encoding (RFC 9110 section 8.8.3). */
export type Document = {
  status: number;
  variants: Record<Encoding, { bytes: Buffer; etag: string }>;
};
/** A document's text, and when it expires, in milliseconds since 1970. */
export type MadeDocument = { status: number; text: string; expiresAt: number };
type Entry = { document: Document; madeAt: number; expiresAt: number; stale: boolean };

export type DocumentMaker = {
  make(key: string): Promise<MadeDocument>;
  /** Told when a document could not be made anew and the last good one is shown on. */
  failed(key: string, error: unknown): void;
  now?: () => number;
};

/** Ready documents by key; the number of keys must be bounded by the caller. */
export class Documents {
  readonly #maker: DocumentMaker;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();
  readonly #making = new Map<string, Promise<Document>>();

  constructor(maker: DocumentMaker) {
    this.#maker = maker;
    this.#now = maker.now ?? Date.now;
  }

  /**
   * The document, made now if it is missing, expired or its data has changed. Calls at the same time
   * share one making, and when that fails the last good document is shown on.
   * @throws what `make` throws when there was never a good one
   */
  async get(key: string): Promise<Document> {
    const entry = this.#entries.get(key);
    if (entry && this.#isGood(entry)) return entry.document;
    const made = this.#making.get(key) ?? this.#make(key);
    try {
      return await made;
    } catch (error) {
      if (!entry) throw error;
      this.#maker.failed(key, error);
      entry.madeAt = this.#now();
      return entry.document;
    }
  }

  /** The data behind these documents has changed. */
  change(keys: Iterable<string>): void {
    for (const key of keys) {
      const entry = this.#entries.get(key);
      if (entry) entry.stale = true;
      this.#changedWhileMaking.add(key);
    }
  }

  readonly #changedWhileMaking = new Set<string>();

  #isGood({ stale, madeAt, expiresAt }: Entry): boolean {
    const now = this.#now();
    return (!stale && now < expiresAt) || now - madeAt < leastAge;
  }

  #make(key: string): Promise<Document> {
    this.#changedWhileMaking.delete(key);
    const made = this.#makeNow(key).finally(() => this.#making.delete(key));
    this.#making.set(key, made);
    return made;
  }

  async #makeNow(key: string): Promise<Document> {
    const madeAt = this.#now();
    const { status, text, expiresAt } = await this.#maker.make(key);
    const document = { status, variants: await encode(Buffer.from(text)) };
    this.#entries.set(key, {
      document,
      madeAt,
      expiresAt,
      stale: this.#changedWhileMaking.has(key),
    });
    return document;
  }
}

/** The same bytes in every encoding that a browser may ask for. */
export async function encode(identity: Buffer): Promise<Document["variants"]> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  const [br, gz] = await Promise.all([
    compressBr(identity, { params }),
    compressGzip(identity, { level: 6 }),
  ]);
  const hash = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return {
    identity: { bytes: identity, etag: `"${hash}"` },
    gzip: { bytes: gz, etag: `"${hash}-g"` },
    br: { bytes: br, etag: `"${hash}-b"` },
  };
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
