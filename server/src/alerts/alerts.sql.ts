import { mostAlerts } from "@market/contract/limits";
import type { Category, Condition, LocationType, PriceRange } from "@market/contract/products";
import type { Alert, AlertForm } from "@market/contract/schemas/listings";
import sql from "sql-template-tag";
import { newId } from "../db/ids.ts";
import type { Queries } from "../db/database.ts";
import { timeOf } from "../products/products.sql.ts";
import { areApart } from "../students/blocks.sql.ts";
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
  ${timeOf(sql`created_at`)} as "createdAt"`;

/** Without what is not asked for. */
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

export async function hasAlerts(db: Queries): Promise<boolean> {
  const [row] = await db.query<{ any: boolean }>(sql`select exists (select from alerts) as any`);
  return row?.any ?? false;
}

export type Appeared = { name: string; pricePaise: number };

export async function selectAppeared(
  db: Queries,
  productId: string,
): Promise<Appeared | undefined> {
  const [row] = await db.query<Appeared>(sql`
    select name, price_paise as "pricePaise" from products
    where id = ${productId} and listed and sold_at is null`);
  return row;
}

/** Alerts whose filters a listing passes, of others than its seller, that were not told of today; the search is not looked at. */
export function selectCandidates(
  db: Queries,
  productId: string,
  bands: readonly PriceRange[],
): Promise<{ id: string; q: string | null }[]> {
  return db.query(sql`
    select alert.id, alert.q
    from products product
      join alerts alert on (alert.category is null or alert.category = product.category)
        and (alert.condition is null or alert.condition = product.condition)
        and (alert.location_type is null or alert.location_type = product.location_type)
        and (alert.price_range is null or alert.price_range = any(${bands}::text[]))
      join users student on student.id = alert.user_id
    where product.id = ${productId} and alert.user_id <> product.seller_id
      and student.suspended_at is null and student.deleted_at is null
      and (alert.told_at is null or alert.told_at < current_date)
      and not ${areApart(sql`alert.user_id`, sql`product.seller_id`)}`);
}

/** Marks as told today, and returns, those that were not. */
export function markTold(
  transaction: Queries,
  alertIds: readonly string[],
): Promise<{ id: string; userId: string; q: string | null; day: string }[]> {
  return transaction.query(sql`
    update alerts set told_at = now()
    where id in (select id from alerts where id = any(${alertIds}::uuid[]) order by id for no key update)
      and (told_at is null or told_at < current_date)
    returning id, user_id as "userId", q, current_date::text as day`);
}
