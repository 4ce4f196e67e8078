import { Histogram } from "prom-client";
import type { Queries } from "../db/database.ts";
import { addStatistics } from "./daily-statistics.sql.ts";
import { dayInIndia } from "./days.ts";

const countedNames = [
  "sign-ins",
  "sign-ins-refused",
  "sign-ins-failed",
  "empty-searches",
  "errors",
  "busy",
  "gone-contacts",
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
  /** Counts that are not saved yet, by day, so that an event just before midnight is added to its own day. */
  #unsaved = new Map<string, Map<Counted, number>>();

  add(name: Counted, number = 1): void {
    const day = dayInIndia();
    const ofDay = this.#unsaved.get(day) ?? new Map<Counted, number>();
    this.#unsaved.set(day, ofDay);
    for (const counts of [this.totals, ofDay]) counts.set(name, (counts.get(name) ?? 0) + number);
  }

  async save(db: Queries): Promise<void> {
    // Later counts wait for the next time, or a busy market would never stop saving.
    const days = [...this.#unsaved];
    for (const [day, added] of days) {
      this.#unsaved.delete(day);
      try {
        await addStatistics(db, added, day);
      } catch (error) {
        const meanwhile = this.#unsaved.get(day) ?? new Map<Counted, number>();
        for (const [name, number] of added)
          meanwhile.set(name, (meanwhile.get(name) ?? 0) + number);
        this.#unsaved.set(day, meanwhile);
        throw error;
      }
    }
  }
}
