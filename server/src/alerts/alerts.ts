import * as noticeMessages from "@market/contract/messages/listing-notices";
import { formatPrice } from "@market/contract/price";
import { priceBands, type PriceRange, priceRanges } from "@market/contract/products";
import type { Context } from "../context.ts";
import type { Queries } from "../db/database.ts";
import type { Job } from "../db/jobs.ts";
import { addNotices } from "../notices/notices.sql.ts";
import { createMatcher } from "../search/search.ts";
import { hasAlerts, markTold, selectAppeared, selectCandidates } from "./alerts.sql.ts";

const matchJob = "match-alerts";
/** Alerts that one transaction tells. */
const batch = 500;

/** In the transaction that lists a product; costs one look where nobody has an alert. */
export async function lookForAlerts(
  { jobs }: Pick<Context, "jobs">,
  transaction: Queries,
  productId: string,
): Promise<void> {
  if (await hasAlerts(transaction)) await jobs.enqueue(transaction, matchJob, { productId });
}

export function alertJobs({ db }: Pick<Context, "db">): Job<never>[] {
  return [
    {
      name: matchJob,
      async work({ productId }: { productId: string }) {
        const product = await selectAppeared(db, productId);
        if (product === undefined) return;
        const { name, pricePaise } = product;
        const fitting = await matching(db, productId, bandsOf(pricePaise));
        for (let at = 0; at < fitting.length; at += batch)
          await db.transaction(async (transaction) => {
            const told = await markTold(transaction, fitting.slice(at, at + batch));
            await addNotices(
              transaction,
              told.map(({ id, userId, q, day }) => ({
                userId,
                kind: "search-match",
                text: noticeMessages.matches(q ?? "", name, formatPrice(pricePaise / 100)),
                productId,
                dedupeKey: `search-match ${id} ${day}`,
              })),
            );
          });
      },
    },
  ];
}

const bandsOf = (pricePaise: number): PriceRange[] =>
  priceRanges.filter((range) => {
    const { least, most = Infinity } = priceBands[range];
    return pricePaise >= least * 100 && pricePaise <= most * 100;
  });

/** Each search is looked at once, however many have it. */
async function matching(db: Queries, productId: string, bands: PriceRange[]): Promise<string[]> {
  const matches = createMatcher(db);
  const found: string[] = [];
  const candidates = await selectCandidates(db, productId, bands);
  for (const [q, alerts] of Map.groupBy(candidates, (alert) => alert.q))
    if (q === null || (await matches(q, productId))) found.push(...alerts.map(({ id }) => id));
  return found;
}
