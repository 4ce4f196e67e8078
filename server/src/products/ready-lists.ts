import { ByteCache } from "../byte-cache.ts";
import type { Known, Lookup, Made } from "../fast-lane.ts";
import { compress, type Encoding, plain, type Ready, type Variant } from "../ready-bytes.ts";
import type { Change } from "./traits.ts";
import { FilterVersions } from "./traits.ts";

/** Bytes of ready lists that are kept: some three hundred pages of twenty-four. */
const keptBytes = 12 * 1024 * 1024;
/** Milliseconds after which a list is asked for again, should the word of a change have been lost. */
const longestLife = 5_000;
/** Spellings of addresses that are remembered, and the longest that is. */
const knownAddresses = 4_096;
const longestAddress = 300;

/** A list as it is written, the address of its next page when there is one, and whether only the nearest was found. */
export type ListPage = { bytes: Buffer; next: string | undefined; isWidened?: boolean };
export type ListQuestion = {
  /** The one spelling of its address. */
  address: string;
  route: string;
  /** Number of the filter whose changes it shows. */
  filter: number;
  /** Kept for long with the question: it may hold nothing of the request that brought it. */
  make(): Promise<ListPage>;
};

type Kept = {
  route: string;
  headers: Record<string, string>;
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant };
  filter: number;
  /** Changes of its filter that it has seen, and when it was asked for. */
  version: number;
  askedAt: number;
};

/** A list that is not kept, as it is written. */
export const madeOf = (page: ListPage): Made => ({ headers: listHeaders(page), bytes: page.bytes });

const listHeaders = ({ next, isWidened }: ListPage): Record<string, string> => ({
  "content-type": "application/json; charset=utf-8",
  "cache-control": "public, max-age=0, must-revalidate",
  vary: "Accept-Encoding",
  ...(next && { link: `<${next}>; rel="next"` }),
  ...(isWidened && { "x-search": "widened" }),
});

/**
 * First pages of lists as finished bytes. A list is dropped by exactly those changes that it may show:
 * it remembers how many changes its filter had seen before the database was asked.
 */
export class ReadyLists {
  readonly #now: () => number;
  readonly #versions = new FilterVersions();
  readonly #kept = new ByteCache<Kept>(keptBytes, sizeOf);
  readonly #making = new Map<string, { version: number; made: Promise<Kept> }>();
  /** What was asked by each spelling of an address that was used and found to be right. */
  readonly #questions = new Map<string, ListQuestion>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  change(change: Change): void {
    this.#versions.change(change);
  }

  /** From now on what is asked by this spelling is known without reading it again. */
  remember(url: string, question: ListQuestion): void {
    if (url.length > longestAddress) return;
    if (this.#questions.size >= knownAddresses) this.#questions.clear();
    this.#questions.set(url, question);
  }

  /** The list, made now unless a good one is kept; those who ask at the same time share one making. */
  async get(question: ListQuestion, encoding: Encoding): Promise<Ready> {
    const { address, filter } = question;
    const version = this.#versions.of(filter);
    const kept = this.#good(address);
    const underWay = this.#making.get(address);
    const list =
      kept ??
      (await (underWay?.version === version ? underWay.made : this.#make(question, version)));
    const variant = await this.#variant(address, list, encoding);
    return { status: 200, headers: list.headers, encoding, variant };
  }

  /** The list in a spelling that was used before, when it is good and in the wanted encoding. */
  readonly lookup: Lookup = (url, { encoding: wanted }) => {
    const question = this.#questions.get(url);
    const kept = question && this.#good(question.address);
    if (kept === undefined) return undefined;
    const encoding = wanted();
    const variant = kept.variants[encoding];
    const { headers, route } = kept;
    return variant && { status: 200, headers, encoding, variant, route };
  };

  /** How a list in a spelling that was used before is made. */
  readonly known = (url: string): Known | undefined => {
    const question = this.#questions.get(url);
    return (
      question && {
        route: question.route,
        ready: (encoding) => this.get(question, encoding),
        anew: async () => madeOf(await question.make()),
      }
    );
  };

  #good(address: string): Kept | undefined {
    const kept = this.#kept.get(address);
    if (kept === undefined || kept.version !== this.#versions.of(kept.filter)) return undefined;
    return this.#now() - kept.askedAt < longestLife ? kept : undefined;
  }

  #make(question: ListQuestion, version: number): Promise<Kept> {
    const { address } = question;
    const made = this.#makeNow(question, version).finally(() => {
      if (this.#making.get(address)?.made === made) this.#making.delete(address);
    });
    this.#making.set(address, { version, made });
    return made;
  }

  async #makeNow({ address, route, filter, make }: ListQuestion, version: number): Promise<Kept> {
    const askedAt = this.#now();
    const page = await make();
    const identity = plain(page.bytes);
    const headers = listHeaders(page);
    const before = this.#kept.get(address);
    const isSame =
      before?.variants.identity.etag === identity.etag &&
      before.headers["link"] === headers["link"];
    const list: Kept = isSame
      ? { ...before, version, askedAt }
      : { route, headers, variants: { identity }, filter, version, askedAt };
    // A making that began later may have ended before this one.
    if (before === undefined || before.version <= version) this.#kept.set(address, list);
    return list;
  }

  /** Compressed when somebody first wants it so, and then kept beside the bytes. */
  async #variant(address: string, list: Kept, encoding: Encoding): Promise<Variant> {
    const ready = list.variants[encoding];
    if (ready !== undefined || encoding === "identity") return ready ?? list.variants.identity;
    const variant = await compress(list.variants.identity, encoding);
    list.variants[encoding] = variant;
    if (this.#kept.get(address) === list) this.#kept.set(address, list);
    return variant;
  }
}

const sizeOf = ({ variants }: Kept): number =>
  Object.values(variants).reduce((sum, { bytes }) => sum + bytes.length, 0);
