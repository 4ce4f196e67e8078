import type { PageView } from "@market/contract/analytics/schemas";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { dayInIndia } from "../statistics/days.ts";

export type ViewCount = { [Field in keyof PageView]: string } & { day: string; views: number };

/** Adds views in key order, so that two processes cannot deadlock. */
export async function addViews(db: Queries, counts: ViewCount[]): Promise<void> {
  const column = <Field extends keyof ViewCount>(field: Field) =>
    counts.map((count) => count[field]);
  await db.query(sql`
    insert into view_counts as known (day, page, referrer, viewport, language, views)
    select day, page, referrer, viewport, language, views
    from unnest(
      ${column("day")}::date[], ${column("page")}::text[], ${column("referrer")}::text[],
      ${column("viewport")}::text[], ${column("language")}::text[], ${column("views")}::int[]
    ) as counted (day, page, referrer, viewport, language, views)
    order by day, page, referrer, viewport, language
    on conflict (day, page, referrer, viewport, language) do update set views = known.views + excluded.views`);
}

/** `table` is the field by whose values the views are summed. */
export type ViewSum = { table: "day" | keyof PageView; value: string; views: number };

export function selectViewSums(db: Queries, days: number): Promise<ViewSum[]> {
  return db.query<ViewSum>(sql`
    select
      case when grouping(day) = 0 then 'day' when grouping(page) = 0 then 'page' when grouping(referrer) = 0 then 'referrer'
        when grouping(viewport) = 0 then 'viewport' else 'language' end as table,
      coalesce(day::text, page, referrer, viewport, language) as value,
      sum(views)::int as views
    from view_counts
    where day > ${dayInIndia()}::date - ${days}::int
    group by grouping sets (day, page, referrer, viewport, language)
    order by day desc, views desc, value`);
}

/** Deletes old views; two years can still be compared. */
export async function deleteOldViews(db: Queries): Promise<void> {
  await db.query(sql`delete from view_counts where day < ${dayInIndia()}::date - 800`);
}
