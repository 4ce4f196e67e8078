import { encode, type Variants } from "../ready-bytes.ts";

/** Milliseconds: a document is made at most four times a second, however often its data changes. */
export const leastAge = 250;

/** One document as finished bytes. */
export type Document = { status: number; variants: Variants };
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
    const ready = this.ready(key);
    if (ready) return ready;
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

  /** The document, unless it would have to be made first. */
  ready(key: string): Document | undefined {
    const entry = this.#entries.get(key);
    return entry && this.#isGood(entry) ? entry.document : undefined;
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
