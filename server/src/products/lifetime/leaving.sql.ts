import { farewellDays, keepDays } from "@market/contract/limits";
import { semesters } from "@market/contract/students/student";
import sql from "sql-template-tag";
import { campusToday, isWithinCampusDays } from "../../db/clock.sql.ts";
import type { Queries } from "../../db/database.ts";
import { lifeEvents } from "../listing-life.ts";

/** Rows that one statement pauses, so that none holds its locks for long. */
const batch = 500;

/** Whether a listing, a row of `products` called `product`, is to be decided on before its seller leaves. */
const isUndecided = sql`(product.sold_at is null and product.hidden_at is null
  and not exists (select from kept_listings kept where kept.product_id = product.id and kept.until >= ${campusToday}))`;

/** Keeps a listing until a day. @returns false for a day that is past or too far in the future */
export async function keepProduct(
  transaction: Queries,
  productId: string,
  until: string,
): Promise<boolean> {
  if (!(await isWithinCampusDays(transaction, until, keepDays))) return false;
  await transaction.query(sql`
    insert into kept_listings (product_id, until) values (${productId}, ${until})
    on conflict (product_id) do update set until = excluded.until`);
  return true;
}

/**
 * Pauses what students have not decided on who left yesterday or before, each student once for a day of leaving. Their listings
 * get the same time as the student, by which another day finds them again.
 * @returns how many students of at most `batch`
 */
export async function pauseListingsOfLeavers(transaction: Queries): Promise<number> {
  const left = await transaction.query(sql`
    with gone as (
      select user_id from leavers where leaving_on < ${campusToday} and left_at is null
      order by leaving_on limit ${batch} for update skip locked
    ), paused as (
      update products product set ${lifeEvents.pause("left")}
      from gone where product.seller_id = gone.user_id and product.expired_at is null and product.resting_at is null
        and ${isUndecided}
    )
    update leavers set left_at = now() from gone where leavers.user_id = gone.user_id returning leavers.user_id`);
  return left.length;
}

/** Pauses listings whose last day has passed. @returns how many of at most `batch` */
export async function pauseKept(transaction: Queries): Promise<number> {
  const over = await transaction.query(sql`
    with over as (
      delete from kept_listings where product_id in (
        select product_id from kept_listings where until < ${campusToday} limit ${batch} for update skip locked)
      returning product_id
    ), paused as (
      update products product set ${lifeEvents.pause("left")}
      from over where product.id = over.product_id and product.sold_at is null and product.expired_at is null
        and product.resting_at is null
    )
    select product_id from over`);
  return over.length;
}

export async function bringBackOfStayers(
  transaction: Queries,
  { userId, leftAt }: { userId: string; leftAt: string },
): Promise<void> {
  await transaction.query(sql`
    update products set ${lifeEvents.stay}
    where seller_id = ${userId} and resting_because = 'left' and resting_at = ${leftAt}::timestamptz`);
}

/** A student who leaves soon, and how many listings are to be decided on; undefined for all others. */
export async function selectFarewell(
  db: Queries,
  userId: string,
): Promise<{ day: string; items: number } | undefined> {
  const [row] = await db.query<{ day: string; items: number }>(sql`
    select leaver.leaving_on::text as day, (select count(*)::int from products product
      where product.seller_id = leaver.user_id and ${isUndecided}) as items
    from leavers leaver
    where leaver.user_id = ${userId} and leaver.leaving_on between ${campusToday} and ${campusToday} + ${farewellDays}::int`);
  return row !== undefined && row.items > 0 ? row : undefined;
}

export type Leaver = { userId: string; day: string; count: number };

/** Marks and returns students to be asked about their listings: they leave soon, and have some to decide on. */
export function markFarewells(transaction: Queries): Promise<Leaver[]> {
  return transaction.query<Leaver>(sql`
    with soon as (
      select leaver.user_id, leaver.leaving_on, (select count(*)::int from products product
        where product.seller_id = leaver.user_id and ${isUndecided}) as count
      from leavers leaver
      where leaver.leaving_on between ${campusToday} and ${campusToday} + ${farewellDays}::int
        and leaver.told_at is null
      limit ${batch} for update of leaver skip locked
    ), told as (
      update leavers set told_at = now() from soon where leavers.user_id = soon.user_id and soon.count > 0
    )
    select user_id as "userId", leaving_on::text as day, count from soon where count > 0`);
}

/** Marks and returns students of the last semester with listings to decide on, of whom no day of leaving is known. */
export async function markLastSemester(transaction: Queries): Promise<string[]> {
  const asked = await transaction.query<{ userId: string }>(sql`
    insert into asked_for_leaving_day (user_id)
    select student.id from users student
    where student.semester = ${semesters.at(-1)} and student.suspended_at is null and student.deleted_at is null
      and not exists (select from leavers leaver where leaver.user_id = student.id)
      and not exists (select from asked_for_leaving_day asked where asked.user_id = student.id)
      and exists (select from products product where product.seller_id = student.id and ${isUndecided})
    order by student.id limit ${batch}
    on conflict do nothing returning user_id as "userId"`);
  return asked.map(({ userId }) => userId);
}
