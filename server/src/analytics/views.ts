import type { PageView } from "@market/contract/analytics/schemas";
import { dayInIndia } from "../statistics/days.ts";
import type { ViewCount } from "./views.sql.ts";

/** The most different rows that a process adds a day; later views are counted without values that clients can invent. */
const mostRows = 5000;

/** Counts page views in memory and writes the sums once a second. */
export function createViewCounter(
  save: (counts: ViewCount[]) => Promise<void>,
  log: { warn(details: object, message: string): void },
) {
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
    timer ??= setTimeout(() => void write(), 1000).unref();
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
    count(view: PageView) {
      const day = dayInIndia();
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
