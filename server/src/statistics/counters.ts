import { Histogram } from "prom-client";
import type { Queries } from "../db/database.ts";
import { addStatistics } from "./daily-statistics.sql.ts";

const countedNames = [
  "sign-ins",
  "sign-ins-refused",
  "sign-ins-failed",
  "empty-searches",
  "errors",
  "busy",
] as const;
type Counted = (typeof countedNames)[number];

/** Counts of this process: totals for /metrics, and additions to the day's statistics. */
export class Counters {
  readonly totals = new Map<Counted, number>();
  /** Seconds from the upload to the stored files, waiting included. */
  readonly photoSeconds = new Histogram({
    name: "market_photo_seconds",
    help: "From an uploaded picture to its files, waiting included",
    buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60],
    registers: [],
  });
  #unsaved = new Map<Counted, number>();

  add(name: Counted, number = 1): void {
    for (const counts of [this.totals, this.#unsaved])
      counts.set(name, (counts.get(name) ?? 0) + number);
  }

  async save(db: Queries): Promise<void> {
    const added = this.#unsaved;
    if (added.size === 0) return;
    this.#unsaved = new Map();
    try {
      await addStatistics(db, added);
    } catch (error) {
      for (const [name, number] of added)
        this.#unsaved.set(name, (this.#unsaved.get(name) ?? 0) + number);
      throw error;
    }
  }
}
