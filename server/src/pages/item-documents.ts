import type { Item } from "@market/contract/pages";
import { createBound } from "../bounded.ts";
import { ByteCache } from "../byte-cache.ts";
import { encode } from "../ready-bytes.ts";
import { type Document, leastAge, type MadeDocument } from "./documents.ts";

/** Bytes of ready documents that are kept: some two hundred listings. */
const keptBytes = 6 * 1024 * 1024;
/** Milliseconds after which a document's data is asked for again, should the word of a change have been lost. */
const checkEvery = 5_000;
/** Load shedding lets documents pass, so those that must be made first are bounded here. */
const bounds = { atOnce: 4, waiting: 64 };
/** Stands for every address of a product that is not there, so that they cannot fill the memory. */
const goneKey = "gone";

type Kept = {
  document: Document;
  /** JSON that it was made from. */
  data: string;
  checkedAt: number;
  expiresAt: number;
  /** How many changes of the catalogue it has seen. */
  changes: number;
};

export type ItemMaker = {
  /** JSON of what the page shows; undefined where there is no such product. */
  find(productId: string): Promise<string | undefined>;
  /** Makes the text; without a product that of the page which says that the listing is gone. */
  make(productId: string, item: Item | null): Promise<MadeDocument>;
  /** Told when a document could not be made anew and the last good one is shown on. */
  failed(productId: string, error: unknown): void;
  now?: () => number;
};

/** The documents of single products, made when they are asked for. */
export class ItemDocuments {
  readonly #maker: ItemMaker;
  readonly #now: () => number;
  readonly #kept = new ByteCache<Kept>(keptBytes, sizeOf);
  readonly #making = new Map<string, Promise<Document>>();
  readonly #bounded = createBound(bounds);
  #changes = 0;

  constructor(maker: ItemMaker) {
    this.#maker = maker;
    this.#now = maker.now ?? Date.now;
  }

  /**
   * The document of a product. After a change of the catalogue its data is asked for again, and it is
   * made anew only when that differs. When that fails the last good document is shown on.
   * @throws AppError server-busy when too many documents wait to be made, and what `find` and `make` throw
   */
  async get(productId: string): Promise<Document> {
    const kept = this.#kept.get(productId);
    const ready = this.ready(productId);
    if (ready) return ready;
    try {
      return await (this.#making.get(productId) ?? this.#start(productId));
    } catch (error) {
      if (!kept) throw error;
      this.#maker.failed(productId, error);
      kept.checkedAt = this.#now();
      return kept.document;
    }
  }

  /** The document, unless its data would have to be asked for first. */
  ready(productId: string): Document | undefined {
    const kept = this.#kept.get(productId);
    return kept && this.#isGood(kept) ? kept.document : undefined;
  }

  /** Any product may have changed. */
  change(): void {
    this.#changes += 1;
  }

  #isGood({ checkedAt, expiresAt, changes }: Kept): boolean {
    const now = this.#now();
    const age = now - checkedAt;
    return now < expiresAt && age < (changes === this.#changes ? checkEvery : leastAge);
  }

  #start(productId: string): Promise<Document> {
    const making = this.#bounded(() => this.#makeNow(productId)).finally(() =>
      this.#making.delete(productId),
    );
    this.#making.set(productId, making);
    return making;
  }

  async #makeNow(productId: string): Promise<Document> {
    const seen = { checkedAt: this.#now(), changes: this.#changes };
    const data = await this.#maker.find(productId);
    if (data === undefined) this.#kept.delete(productId);
    const key = data === undefined ? goneKey : productId;
    const kept = this.#kept.get(key);
    if (kept?.data === (data ?? "") && seen.checkedAt < kept.expiresAt) {
      Object.assign(kept, seen);
      return kept.document;
    }
    const item = data === undefined ? null : (JSON.parse(data) as Item);
    const { status, text, expiresAt } = await this.#maker.make(key, item);
    const document = { status, variants: await encode(Buffer.from(text)) };
    this.#kept.set(key, { document, data: data ?? "", expiresAt, ...seen });
    return document;
  }
}

function sizeOf({ document: { variants }, data }: Kept): number {
  const { identity, gzip, br } = variants;
  // A string of other than Latin letters takes two bytes for each.
  return identity.bytes.length + gzip.bytes.length + br.bytes.length + data.length * 2;
}
