import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Theme, themeOf } from "@market/contract/theme";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { toAppError } from "../errors/errors.ts";
import { bypassesCache, chooseEncoding, compress, type Encoding, isSame } from "./negotiation.ts";

export type Answer = {
  bytes: Buffer;
  headers: Readonly<Record<string, string>>;
  status?: number;
  /** Milliseconds for which it is fresh regardless of changes. */
  freshFor?: number;
  /** Milliseconds for which it is fresh while the catalogue does not change. */
  validFor?: number;
  /** Sent although stale if it cannot be rendered again. */
  outlivesFailure?: boolean;
};
export type Make = () => Promise<Answer>;

type CachedResponse = Required<Answer> & {
  etag: string;
  catalogueVersion: number;
  madeAt: number;
};
type CacheRequest = { key: string; encoding: Encoding; make: Make };

type Options = {
  maxBytes?: number;
  failed: (key: string, error: unknown) => void;
  now?: () => number;
};

/** Milliseconds for which the last answer is shown after one that could not be made. */
const retryPause = 250;

/** Documents differ by the chosen theme (decision 053); no address contains a space. */
export const themedKey = (key: string, theme: Theme | undefined): string =>
  theme === undefined ? key : `${key} ${theme}`;

/** Caches complete responses. The key of a GET is its address; other keys must not begin with a slash. */
export class ResponseCache {
  readonly #cache: LRUCache<string, CachedResponse, CacheRequest>;
  readonly #failed: Options["failed"];
  readonly #now: () => number;
  #catalogueVersion = 0;

  constructor({ maxBytes = 32 * 1024 * 1024, failed, now = () => performance.now() }: Options) {
    this.#failed = failed;
    this.#now = now;
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }, key) => bytes.length + key.length,
      fetchMethod: (_, last, { context }) => this.#make(context, last),
      ignoreFetchAbort: true,
    });
  }

  invalidate(): void {
    this.#catalogueVersion++;
  }

  find(key: string, encoding: Encoding): CachedResponse | undefined {
    const answer = this.#cache.get(`${encoding} ${key}`);
    if (answer === undefined || this.#isFresh(answer)) return answer;
    const isValid = this.#now() < answer.madeAt + answer.validFor;
    return isValid && answer.catalogueVersion === this.#catalogueVersion ? answer : undefined;
  }

  findFor({ method, url = "", headers }: IncomingMessage): CachedResponse | undefined {
    if (method !== "GET" || bypassesCache(headers["cache-control"])) return undefined;
    const key = url.startsWith("/api/") ? url : themedKey(url, themeOf(headers.cookie));
    return this.find(key, chooseEncoding(headers["accept-encoding"]));
  }

  /** Returns a cached response, or makes one. @throws the error of `make` if no stale response may be sent */
  async get(key: string, encoding: Encoding, make: Make): Promise<CachedResponse> {
    const ready = this.find(key, encoding);
    if (ready !== undefined) return ready;
    const catalogueVersion = this.#catalogueVersion;
    const fetch = () =>
      this.#cache.forceFetch(`${encoding} ${key}`, {
        forceRefresh: true,
        context: { key, encoding, make },
      });
    const answer = await fetch();
    // The joined fetch may have begun before the last change.
    return answer.catalogueVersion >= catalogueVersion || this.#isFresh(answer) ? answer : fetch();
  }

  async #make(
    { key, encoding, make }: CacheRequest,
    last: CachedResponse | undefined,
  ): Promise<CachedResponse> {
    if (encoding !== "identity")
      return this.#encode(await this.get(key, "identity", make), encoding, last);
    const [catalogueVersion, madeAt] = [this.#catalogueVersion, this.#now()];
    try {
      const made = await make();
      const { bytes, headers, status = 200, freshFor = 0, validFor = 0 } = made;
      const { outlivesFailure = false } = made;
      const etag = headers["etag"] ?? `"${digest(bytes)}"`;
      const complete = { ...headers, etag };
      return {
        bytes,
        headers: complete,
        status,
        freshFor,
        validFor,
        outlivesFailure,
        etag,
        catalogueVersion,
        madeAt,
      };
    } catch (error) {
      if (!last?.outlivesFailure || toAppError(error).status < 500) throw error;
      this.#failed(key, error);
      return { ...last, madeAt, freshFor: retryPause, validFor: 0 };
    }
  }

  async #encode(
    plain: CachedResponse,
    encoding: "br" | "gzip",
    last: CachedResponse | undefined,
  ): Promise<CachedResponse> {
    const etag = `${plain.etag.slice(0, -1)}-${encoding}"`;
    const bytes = last?.etag === etag ? last.bytes : await compress(plain.bytes, encoding);
    return {
      ...plain,
      bytes,
      etag,
      headers: { ...plain.headers, etag, "content-encoding": encoding },
    };
  }

  #isFresh({ madeAt, freshFor }: CachedResponse): boolean {
    return this.#now() < madeAt + freshFor;
  }
}

const digest = (bytes: Buffer) =>
  createHash("sha256").update(bytes).digest("base64url").slice(0, 22);

export function serveCachedResponses(app: FastifyInstance, answers: ResponseCache): void {
  app.addHook("onRequest", (request, reply, done) => {
    const answer = answers.findFor(request.raw);
    if (answer === undefined) done();
    else sendAnswer(request, reply, answer);
  });
}

export async function sendCached(
  answers: ResponseCache,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  make: Make,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  return sendAnswer(request, reply, await answers.get(key, encoding, make));
}

function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, bytes, etag }: CachedResponse,
): FastifyReply {
  reply.headers(headers);
  if (status !== 200 || !isSame(request.headers["if-none-match"], etag))
    return reply.code(status).send(bytes);
  return reply.code(304).removeHeader("content-type").removeHeader("content-encoding").send();
}
