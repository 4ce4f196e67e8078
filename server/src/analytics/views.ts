import type { PageView } from "@market/contract/views";
import type { ViewCount } from "./views.sql.ts";

/** Milliseconds for which views are gathered before they are written in one statement. */
const gathering = 1000;
/**
 * Different rows that one process adds on one day. Honest visits make a few hundred; whoever invents
 * referrers must not fill the database, so later ones are counted without referrer and language.
 */
const mostRows = 5000;

export type ViewCounter = {
  count(view: PageView): void;
  /** Writes what was gathered. */
  close(): Promise<void>;
};

/**
 * Counts page views in memory and writes the sums once a second; what cannot be written is kept and
 * tried again.
 */
export function createViewCounter(
  save: (counts: ViewCount[]) => Promise<void>,
  log: { warn(details: object, message: string): void },
): ViewCounter {
  let gathered = new Map<string, ViewCount>();
  let today = { day: "", rows: new Set<string>() };
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  const keyOf = ({ day, page, referrer, viewport, language }: ViewCount) =>
    [day, page, referrer, viewport, language].join(" ");

  function add(count: ViewCount): void {
    const key = keyOf(count);
    const known = gathered.get(key);
    if (known) known.views += count.views;
    else gathered.set(key, count);
    timer ??= setTimeout(() => void write(), gathering).unref();
  }

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      const counts = [...gathered.values()];
      if (counts.length === 0) return;
      gathered = new Map();
      try {
        await save(counts);
      } catch (error) {
        log.warn({ err: error }, "page views could not be written yet");
        counts.forEach(add);
      }
    });
    return writing;
  }

  return {
    count(view) {
      const day = new Date().toISOString().slice(0, 10);
      if (today.day !== day) today = { day, rows: new Set() };
      const exact = { ...view, day, views: 1 };
      const key = keyOf(exact);
      if (today.rows.size < mostRows) today.rows.add(key);
      add(today.rows.has(key) ? exact : { ...exact, referrer: "other", language: "other" });
    },
    async close() {
      await write();
      clearTimeout(timer);
    },
  };
}
