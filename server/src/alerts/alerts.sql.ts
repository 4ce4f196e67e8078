import { mostAlerts } from "@market/contract/limits";
import type {
  Category,
  Condition,
  LocationType,
  PriceRange,
} from "@market/contract/products/product";
import type { Alert, AlertForm } from "@market/contract/alerts/schemas";
import sql, { empty, type Sql } from "sql-template-tag";
import { newId } from "../db/ids.ts";
import type { Queries } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import { mayBeNotified } from "../students/blocks.sql.ts";
import { lockStudent } from "../students/students.sql.ts";

type AlertRow = {
  id: string;
  q: string | null;
  category: Category | null;
  condition: Condition | null;
  locationType: LocationType | null;
  priceRange: PriceRange | null;
  createdAt: string;
};

const columns = sql`id, q, category, condition, location_type as "locationType", price_range as "priceRange",
  ${isoTime(sql`created_at`)} as "createdAt"`;

/** Omits unset filters. */
const alertOf = (row: AlertRow): Alert =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Alert;

export async function selectAlerts(db: Queries, userId: string): Promise<Alert[]> {
  const rows = await db.query<AlertRow>(sql`
    select ${columns} from alerts where user_id = ${userId} order by id desc`);
  return rows.map(alertOf);
}

/** @returns `full` at the limit */
export async function insertAlert(
  transaction: Queries,
  userId: string,
  { q, category, condition, locationType, priceRange }: AlertForm,
): Promise<{ alert: Alert; isNew: boolean } | "full"> {
  await lockStudent(transaction, userId);
  const [known] = await transaction.query<AlertRow>(sql`
    select ${columns} from alerts
    where user_id = ${userId} and (q, category, condition, location_type, price_range)
      is not distinct from (${q ?? null}::text, ${category ?? null}::text, ${condition ?? null}::text,
        ${locationType ?? null}::text, ${priceRange ?? null}::text)`);
  if (known) return { alert: alertOf(known), isNew: false };
  const [count] = await transaction.query<{ all: number }>(sql`
    select count(*)::int as all from alerts where user_id = ${userId}`);
  if ((count?.all ?? 0) >= mostAlerts) return "full";
  const [added] = await transaction.query<AlertRow>(sql`
    insert into alerts (id, user_id, q, category, condition, location_type, price_range)
    values (${newId()}, ${userId}, ${q ?? null}, ${category ?? null}, ${condition ?? null}, ${locationType ?? null},
      ${priceRange ?? null})
    returning ${columns}`);
  if (added === undefined) throw new Error("an alert was not inserted");
  return { alert: alertOf(added), isNew: true };
}

export async function deleteAlert(db: Queries, alertId: string, userId: string): Promise<boolean> {
  const deleted = await db.query(sql`
    delete from alerts where id = ${alertId} and user_id = ${userId} returning id`);
  return deleted.length > 0;
}

/** A listing to match with alerts. Its words are lexemes of `search_entries`. */
export type ListingToMatch = {
  id: string;
  productId: string;
  name: string;
  pricePaise: number;
  words: string[];
  /** The words of its previous search entry, if it was listed and has changed. */
  wordsUntilThen: string[] | null;
  day: string;
};

/** Locks the next appearance; one whose listing is sold or out of the lists by now has no words. */
export async function lockAppearance(transaction: Queries): Promise<ListingToMatch | undefined> {
  const [row] = await transaction.query<ListingToMatch>(sql`
    with next as (
      select * from appearances order by id limit 1 for update skip locked
    )
    select next.id, next.product_id as "productId", coalesce(product.name, '') as name,
      coalesce(product.price_paise, 0) as "pricePaise", tsvector_to_array(coalesce(entry.words, '')) as words,
      tsvector_to_array(next.words_until_then) as "wordsUntilThen",
      (next.appeared_at at time zone 'Asia/Kolkata')::date::text as day
    from next
      left join products product on product.id = next.product_id and product.listed and product.sold_at is null
      left join search_entries entry on entry.product_id = product.id`);
  return row;
}

export async function deleteAppearance(transaction: Queries, id: string): Promise<void> {
  await transaction.query(sql`
    delete from appearances where id = ${id}`);
}

/** Puts one that failed behind the others, so that it holds up none. */
export async function postponeAppearance(db: Queries, id: string): Promise<void> {
  await db.query(sql`update appearances set id = default where id = ${id}`);
}

/** Selects words of alerts that are one typing mistake away from one of these spellings. */
export function selectNearWords(
  db: Queries,
  spellings: readonly string[],
): Promise<{ word: string; spelling: string }[]> {
  return db.query(sql`
    select distinct coalesce(word, spelling) as word, spelling from alert_words
    where spelling = any(${spellings}::text[])`);
}

/** The words with which alerts are matched: spellings, words of all listings, and filter words. */
export type MatchWords = {
  spellings: readonly string[];
  ignored: readonly string[];
  words: readonly string[];
};

/** Selects the ids of alerts whose every word and filter is met. A listing that meets only ignored words meets no alert. */
const fitting = ({ spellings, ignored, words }: MatchWords): Sql => {
  const passes = (column: Sql) =>
    sql`(${column} is null or '#' || ${column} = any(${words}::text[]))`;
  return sql`
    select alert.id from (
      select found.alert_id as id
      from (
        select alert_id, wanted, bit_or(places) as places from alert_words
        where spelling = any(${spellings}::text[]) group by alert_id, wanted
      ) found
      left join (
        select alert_id, bit_or(places) as places from alert_words
        where spelling = any(${ignored}::text[]) group by alert_id
      ) ignored on ignored.alert_id = found.alert_id
      where found.wanted = found.places | coalesce(ignored.places, 0)
      union all
      select id from alerts where q is null
    ) met join alerts alert on alert.id = met.id
    where ${passes(sql`alert.category`)} and ${passes(sql`alert.condition`)}
      and ${passes(sql`alert.location_type`)} and ${passes(sql`alert.price_range`)}`;
};

export type FittingAlert = { id: string; userId: string; q: string | null };

/** Whether the alert's student is to be notified of the product: both exist, and neither has blocked the other. */
const isReachable = sql`alert.user_id <> product.seller_id and ${mayBeNotified(sql`product.seller_id`)}`;

/** Selects alerts that a listing newly matches, except its seller's own and those that have announced it or will with their next notice. */
export function selectFitting(
  db: Queries,
  { productId }: Pick<ListingToMatch, "productId">,
  { now, untilThen }: { now: MatchWords; untilThen: MatchWords | undefined },
  most: number,
): Promise<FittingAlert[]> {
  const isNew = untilThen ? sql`and alert.id not in (${fitting(untilThen)})` : empty;
  return db.query(sql`
    with fitting as materialized (${fitting(now)})
    select alert.id, alert.user_id as "userId", alert.q
    from products product
      cross join fitting join alerts alert on alert.id = fitting.id
      join users student on student.id = alert.user_id
    where product.id = ${productId} and ${isReachable} ${isNew}
      and not exists (select from alerts_told earlier
        where earlier.alert_id = alert.id and earlier.product_id = product.id)
      and not exists (select from alert_matches match
        where match.alert_id = alert.id and match.product_id = product.id)
    order by alert.id limit ${most}`);
}

/** A listing that an alert announces with its one notice of the day. */
export type Match = FittingAlert &
  Pick<ListingToMatch, "productId" | "name" | "pricePaise" | "day">;

/** Marks alerts as having announced a listing today; the others wait for their next notice. @returns the ids of those that announce it now */
export async function markNotified(
  transaction: Queries,
  matches: readonly Match[],
): Promise<ReadonlySet<string>> {
  const rows = JSON.stringify(
    matches.map(({ id, productId, day }) => ({ alert_id: id, product_id: productId, day })),
  );
  const announced = await transaction.query<{ id: string }>(sql`
    with matched as (
      select * from json_to_recordset(${rows}::json) as matched (alert_id uuid, product_id uuid, day date)
    ), announced as (
      insert into alerts_told (product_id, alert_id, day)
      select product_id, alert_id, day from matched order by alert_id
      on conflict do nothing returning alert_id
    ), waiting as (
      insert into alert_matches (alert_id, product_id, day)
      select alert_id, product_id, day from matched
      where alert_id not in (select alert_id from announced) order by alert_id
      on conflict do nothing
    )
    update alerts set told_at = now() from announced where id = announced.alert_id returning id`);
  return new Set(announced.map(({ id }) => id));
}

/** Counts what these alerts also announce: listings of earlier days that are still available. Each is counted once. */
export async function takeWaiting(
  transaction: Queries,
  matches: readonly Match[],
): Promise<ReadonlyMap<string, number>> {
  const rows = JSON.stringify(matches.map(({ id, productId, day }) => ({ id, productId, day })));
  const counts = await transaction.query<{ id: string; count: number }>(sql`
    with waiting as (
      update alert_matches match set told_on = announced.day
      from json_to_recordset(${rows}::json) as announced (id uuid, "productId" uuid, day date)
      where match.alert_id = announced.id and match.told_on is null and match.day < announced.day
      returning match.alert_id, match.product_id, announced."productId" as announced
    )
    select waiting.alert_id as id, count(*)::int as count
    from waiting join alerts alert on alert.id = waiting.alert_id join users student on student.id = alert.user_id
      join products product on product.id = waiting.product_id and product.listed and product.sold_at is null
    where waiting.product_id <> waiting.announced and ${isReachable}
    group by 1`);
  return new Map(counts.map(({ id, count }) => [id, count]));
}

/** Selects alerts for which listings of earlier days wait and that have no notice of today yet, each with the latest. */
export function selectWaiting(db: Queries, most: number): Promise<Match[]> {
  return db.query(sql`
    select distinct on (alert.id) alert.id, alert.user_id as "userId", alert.q, product.id as "productId",
      product.name, product.price_paise as "pricePaise", today.day::text as day
    from (select (now() at time zone 'Asia/Kolkata')::date as day) today
      join alert_matches match on match.told_on is null and match.day < today.day
      join alerts alert on alert.id = match.alert_id join users student on student.id = alert.user_id
      join products product on product.id = match.product_id and product.listed and product.sold_at is null
    where ${isReachable} and not exists (select from alerts_told earlier
      where earlier.alert_id = alert.id and (earlier.day = today.day or earlier.product_id = product.id))
    order by alert.id, match.day desc, product.id desc limit ${most}`);
}
