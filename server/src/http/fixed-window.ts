const mostKeys = 10_000;

/** Counts by key in one fixed window, in bounded memory: the oldest key restarts when there are too many. */
export class FixedWindow {
  readonly #milliseconds: number;
  readonly #now: () => number;
  readonly #counts = new Map<string, number>();
  #ends = 0;

  constructor(milliseconds: number, now: () => number = () => performance.now()) {
    this.#milliseconds = milliseconds;
    this.#now = now;
  }

  /** @returns 0, or the seconds until this key may be used again */
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

  get size(): number {
    return this.#counts.size;
  }
}
