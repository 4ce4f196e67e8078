import { deleteOldAllowances } from "../allowances.sql.ts";
import { deleteOldViews } from "../analytics/views.sql.ts";
import { deleteEndedSessions } from "../identity/sessions.sql.ts";
import { deleteOldSignIns } from "../identity/sign-ins.sql.ts";
import { photoJobs } from "../images/photo-jobs.ts";
import type { Job } from "../jobs.ts";
import { endSuspensions } from "../moderation/moderation.sql.ts";
import type { Parts } from "../parts.ts";
import { delistSoldProducts } from "../products/products.sql.ts";
import { traitsOf } from "../products/traits.ts";
import { countWords } from "../search/search.sql.ts";

/** Everything that happens without anybody asking, each job named and on one process at a time. */
export function recurringJobs(parts: Parts): Job<never>[] {
  const { db, changes } = parts;
  return [
    {
      name: "delist-sold-products",
      cron: "17 * * * *",
      async work() {
        changes.announce(new Set((await delistSoldProducts(db)).map(traitsOf)));
      },
    },
    {
      name: "end-suspensions",
      cron: "* * * * *",
      work: () => db.transaction(endSuspensions),
    },
    {
      name: "forget-old-counts",
      cron: "37 3 * * *",
      async work() {
        await deleteOldAllowances(db);
        await deleteEndedSessions(db);
        await deleteOldViews(db);
      },
    },
    {
      name: "forget-old-sign-ins",
      cron: "47 * * * *",
      work: () => deleteOldSignIns(db),
    },
    {
      name: "count-search-words",
      cron: "7 4 * * *",
      work: () => countWords(db),
    },
    ...photoJobs(parts),
  ];
}
