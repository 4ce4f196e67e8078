/** Keys that are kept at most: some 2 MB. */
const mostKeys = 10_000;

/**
 * Counts in fixed windows, in memory that is bounded whatever is sent. Everybody's window is the same, so that
 * forgetting is one stroke. When too many keys come in one window the oldest is forgotten and begins anew: that takes
 * as many other keys, each with as much to use, so nobody gains by it.
 */
export class FixedWindow {
  readonly #milliseconds: number;
  readonly #now: () => number;
  readonly #counts = new Map<string, number>();
  #ends = 0;

  constructor(milliseconds: number, now: () => number = () => performance.now()) {
    this.#milliseconds = milliseconds;
    this.#now = now;
  }

  /**
   * Uses one of a key's, when it has any left.
   * @returns 0, or the seconds until it has some again
   */
  use(key: string, most: number): number {
    const now = this.#now();
    if (now >= this.#ends) {
      this.#counts.clear();
      this.#ends = now + this.#milliseconds;
    }
    const used = this.#counts.get(key) ?? 0;
    if (used >= most) return (this.#ends - now) / 1000;
    this.#counts.set(key, used + 1);
    if (this.#counts.size > mostKeys) this.#counts.delete(this.#counts.keys().next().value ?? "");
    return 0;
  }

  /** Keys that are kept now. */
  get size(): number {
    return this.#counts.size;
  }
}
