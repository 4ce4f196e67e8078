/**
 * Values by key up to a number of bytes. Those that nobody asked for go first: whatever was asked for since it was last
 * considered gets a second chance, which spares putting entries in order with each asking.
 */
export class ByteCache<Value> {
  readonly #most: number;
  readonly #sizeOf: (value: Value) => number;
  /** A Map keeps the order of insertion, so its first entry is the next to be considered. */
  readonly #entries = new Map<string, { value: Value; bytes: number; wasAsked: boolean }>();
  #bytes = 0;

  constructor(mostBytes: number, sizeOf: (value: Value) => number) {
    this.#most = mostBytes;
    this.#sizeOf = sizeOf;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.wasAsked = true;
    return entry.value;
  }

  set(key: string, value: Value): void {
    this.delete(key);
    const bytes = this.#sizeOf(value);
    if (bytes > this.#most) return;
    for (const [next, entry] of this.#entries) {
      if (this.#bytes + bytes <= this.#most) break;
      this.delete(next);
      if (!entry.wasAsked) continue;
      // Behind all others, where this walk may come by again.
      this.#entries.set(next, { ...entry, wasAsked: false });
      this.#bytes += entry.bytes;
    }
    this.#entries.set(key, { value, bytes, wasAsked: false });
    this.#bytes += bytes;
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
