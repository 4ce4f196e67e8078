import { leastCounted } from "@market/contract/limits";
import type { TransparencyMonth } from "@market/contract/moderation/schemas";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";

const lifetime = 24 * 3_600_000;
const timeoutMs = 30_000;

type Counted = { month: string; kind: string; name: string; count: number };
type Times = { month: string; count: number; median: number; slowest: number };
type Month = { month: string; isFinished: boolean; counted: Counted[]; times: Times | null };

/** Counts from the database at most once a day. */
export function createTransparency(db: Queries, now = () => performance.now()) {
  let known: { months: Promise<TransparencyMonth[]>; madeAt: number } | undefined;
  return (): Promise<TransparencyMonth[]> => {
    if (known === undefined || now() >= known.madeAt + lifetime) {
      const months = selectMonths(db);
      known = { months, madeAt: now() };
      months.catch(() => (known = undefined));
    }
    return known.months;
  };
}

const bounded = (count: number): number | "<5" =>
  count > 0 && count < leastCounted ? "<5" : count;

/** Lists the last twelve months, newest first; finished ones as they were stored. */
async function selectMonths(db: Queries): Promise<TransparencyMonth[]> {
  const months = await countMonths(db);
  const stored = await db.query<{ counts: Month }>(sql`select counts from finished_months`);
  const finished = new Map(stored.map(({ counts }) => [counts.month, counts]));
  return months
    .map((month) => finished.get(month.month) ?? month)
    .filter(({ counted }) => counted.length > 0)
    .map(present);
}

/** Stores the counts of finished months, so that later deletions do not change them. */
export async function storeFinishedMonths(db: Queries): Promise<void> {
  const stored = await db.query(sql`
    select from finished_months where month = to_char(${thisMonth} - interval '1 month', 'YYYY-MM')`);
  if (stored.length > 0) return;
  for (const month of await countMonths(db))
    if (month.isFinished && month.counted.length > 0)
      await db.query(sql`
        insert into finished_months (month, counts) values (${month.month}, ${JSON.stringify(month)})
        on conflict do nothing`);
}

const thisMonth = sql`date_trunc('month', now() at time zone 'Asia/Kolkata')`;

async function countMonths(db: Queries): Promise<Month[]> {
  const first = sql`(${thisMonth} - interval '11 months')`;
  const since = sql`${first} at time zone 'Asia/Kolkata'`;
  const month = (column: "created_at" | "sold_at" | "closed_at") => {
    const columns = {
      created_at: sql`created_at`,
      sold_at: sql`sold_at`,
      closed_at: sql`closed_at`,
    };
    return sql`to_char(${columns[column]} at time zone 'Asia/Kolkata', 'YYYY-MM')`;
  };
  const counted = await db.query<Counted>(
    sql`
    select ${month("created_at")} as month, 'students' as kind, '' as name, count(*)::int as count from users
      where created_at >= ${since} group by 1
    union all select ${month("created_at")}, 'listings', '', count(*)::int from products
      where created_at >= ${since} group by 1
    union all select ${month("sold_at")}, 'sold', '', count(*)::int from products
      where sold_at >= ${since} group by 1
    union all select ${month("created_at")}, 'reports', reason, count(*)::int from reports
      where created_at >= ${since} group by 1, 3
    union all select ${month("created_at")}, 'decisions', action, count(*)::int from decisions
      where created_at >= ${since} group by 1, 3
    union all select ${month("created_at")}, 'byAuthorities', '', count(*)::int from cases
      where by_authority and created_at >= ${since} group by 1`,
    timeoutMs,
  );
  // The case of a measure without a report was closed immediately.
  const times = await db.query<Times>(
    sql`
    select ${month("closed_at")} as month, count(*)::int as count,
      percentile_cont(0.5) within group (order by extract(epoch from closed_at - created_at) / 3600) as median,
      (max(extract(epoch from closed_at - created_at)) / 3600)::float as slowest
    from cases where closed_at >= ${since} and closed_at > created_at group by 1`,
    timeoutMs,
  );
  const months = await db.query<{ month: string; isFinished: boolean }>(sql`
    select to_char(day, 'YYYY-MM') as month, day < ${thisMonth} as "isFinished"
    from generate_series(${first}, ${thisMonth}, interval '1 month') day order by day desc`);
  return months.map((each) => ({
    ...each,
    counted: counted.filter((row) => row.month === each.month),
    times: times.find((row) => row.month === each.month) ?? null,
  }));
}

function present({ month, counted, times }: Month): TransparencyMonth {
  const one = (kind: string) => bounded(counted.find((row) => row.kind === kind)?.count ?? 0);
  const many = (kind: string) =>
    Object.fromEntries(
      counted.filter((row) => row.kind === kind).map(({ name, count }) => [name, bounded(count)]),
    );
  const time = times && times.count >= leastCounted ? times : undefined;
  return {
    month,
    students: one("students"),
    listings: one("listings"),
    sold: one("sold"),
    reports: many("reports"),
    decisions: many("decisions"),
    medianHours: time ? Math.round(time.median * 10) / 10 : null,
    slowestHours: time ? Math.round(time.slowest * 10) / 10 : null,
    byAuthorities: one("byAuthorities"),
  };
}
