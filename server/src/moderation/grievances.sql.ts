import type { Grievance } from "@market/contract/moderation/schemas";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { isoTime } from "../db/iso-time.ts";
import { snapshotOf } from "./cases.sql.ts";

export type NewGrievance = {
  receipt: string;
  attempt: Buffer | null;
  name: string;
  email: string;
  subject: string;
  details: string;
  productUrl: string | undefined;
};

/** Inserts a grievance. @returns its id, or undefined if it was sent already under the same key */
export async function insertGrievance(
  transaction: Queries,
  { receipt, attempt, name, email, subject, details, productUrl }: NewGrievance,
): Promise<string | undefined> {
  const [row] = await transaction.query<{ id: string }>(sql`
    insert into grievances (id, receipt, attempt, name, email, subject, details, product_url)
    values (${newId()}, ${receipt}, ${attempt}, ${name}, ${email}, ${subject}, ${details}, ${productUrl ?? null})
    on conflict on constraint grievances_attempt_unique do nothing
    returning id`);
  return row?.id;
}

/** Counts a grievance from a person without an account. @returns how many came this hour, and the seconds until the next one */
export async function countAnonymous(
  transaction: Queries,
): Promise<{ received: number; left: number }> {
  const [row] = await transaction.query<{ received: number; left: number }>(sql`
    insert into grievance_hours (hour, received) values (date_trunc('hour', now()), 1)
    on conflict (hour) do update set received = grievance_hours.received + 1
    returning received, ceil(extract(epoch from hour + interval '1 hour' - now()))::int as left`);
  if (row === undefined) throw new Error("A grievance was not counted");
  return row;
}

export async function eraseOldGrievances(transaction: Queries, days: number): Promise<void> {
  const old = sql`closed_at < now() - make_interval(days => ${days})`;
  await transaction.query(sql`
    update grievances set name = '', email = '', subject = '', details = '', product_url = null
    where email <> '' and id in (select grievance_id from cases where ${old})`);
  await transaction.query(sql`
    update cases set snapshot = null
    where grievance_id is not null and product_id is null and snapshot is not null and ${old}`);
  await transaction.query(sql`
    delete from grievance_hours where hour < now() - interval '1 day'`);
}

/** Opens a case, about the named listing if there is one. @returns its id */
export async function insertGrievanceCase(
  transaction: Queries,
  grievanceId: string,
  {
    productId,
    subject,
    isUrgent,
    hours,
  }: { productId: string | null; subject: string; isUrgent: boolean; hours: number },
): Promise<string> {
  const id = newId();
  await transaction.query(sql`
    insert into cases (id, grievance_id, product_id, user_id, snapshot, photos, files, urgent, due_at)
    select ${id}, ${grievanceId}, product.id, product.seller_id,
      coalesce(was.snapshot, jsonb_build_object('name', ${subject}::text)),
      coalesce(was.photos, '[]'), coalesce(was.files, '{}'),
      ${isUrgent}, now() + make_interval(hours => ${hours})
    from (select ${productId}::uuid as id) named left join products product on product.id = named.id
      left join lateral (${snapshotOf({ productId: sql`named.id` })}) was on true`);
  return id;
}

export async function timeIn(db: Queries, hours: number): Promise<string> {
  const [row] = await db.query<{ time: string }>(sql`
    select ${isoTime(sql`(now() + make_interval(hours => ${hours}))`)} as time`);
  return row?.time ?? "";
}

type Row = {
  receipt: string;
  state: Grievance["state"];
  outcome: string | null;
  createdAt: Date;
  dueAt: Date;
};

const columns = sql`select grievance.receipt, grievance.created_at as "createdAt", one.due_at as "dueAt",
    decision.note as outcome,
    case when one.closed_at is not null then 'closed' when one.first_seen_at is not null then 'in-review'
      else 'received' end as state
  from grievances grievance join cases one on one.grievance_id = grievance.id
    left join decisions decision on decision.case_id = one.id`;

export async function selectGrievance(
  db: Queries,
  selector: { receipt: string } | { attempt: Buffer },
): Promise<Grievance | undefined> {
  const [row] = await db.query<Row>(
    "receipt" in selector
      ? sql`${columns} where grievance.receipt = ${selector.receipt} and grievance.email <> ''`
      : sql`${columns} where grievance.attempt = ${selector.attempt}`,
  );
  if (row === undefined) return undefined;
  const { outcome, createdAt, dueAt, ...rest } = row;
  return {
    ...rest,
    ...(outcome !== null && { outcome }),
    createdAt: createdAt.toISOString(),
    dueAt: dueAt.toISOString(),
  };
}

/** The recipient of an acknowledgement, and the number of grievances from that address within a day. */
export async function selectRecipient(
  transaction: Queries,
  receipt: string,
): Promise<{ email: string; dueAt: Date; lately: number } | undefined> {
  const [row] = await transaction.query<{ email: string; dueAt: Date; lately: number }>(sql`
    select grievance.email, one.due_at as "dueAt", (
      select count(*)::int from grievances other
      where lower(other.email) = lower(grievance.email) and other.created_at > now() - interval '1 day'
    ) as lately
    from grievances grievance join cases one on one.grievance_id = grievance.id
    where grievance.receipt = ${receipt}`);
  return row;
}
