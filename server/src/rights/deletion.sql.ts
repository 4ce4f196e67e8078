import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { sellerEvents } from "../products/listing-life.ts";

/** HealthSnapshot the student out everywhere and takes everything out of sight, in one transaction (D20). */
export async function deleteAccount(transaction: Queries, userId: string): Promise<void> {
  await transaction.query(sql`
    with leaver as (
      update users set ${sellerEvents.leave} where id = ${userId} and deleted_at is null returning identity_id
    )
    update sessions set ended_at = now()
    where ended_at is null and identity_id in (select identity_id from leaver)`);
}

/**
 * Shows again what was shown. An account that is not deleted stays as it is.
 * @param days after which it is the erasing job's: its photos may be gone already
 * @returns false when it is too late
 */
export async function restoreAccount(
  transaction: Queries,
  userId: string,
  days: number,
): Promise<boolean> {
  const [student] = await transaction.query(sql`
    update users set ${sellerEvents.return}
    where id = ${userId} and (deleted_at is null or deleted_at > now() - make_interval(days => ${days}))
    returning id`);
  if (student === undefined) return false;
  return true;
}

export type Leaver = {
  id: string;
  identityId: string;
  issuer: string;
  subject: string;
  email: string;
  name: string;
  phone: string;
  suspended: boolean;
  suspendedUntil: Date | null;
  files: string[];
};

/** Locks one account whose time is over. @param days after its deletion */
export async function lockLeaver(transaction: Queries, days: number): Promise<Leaver | undefined> {
  const [row] = await transaction.query<Leaver>(sql`
    select student.id, identity.id as "identityId", identity.issuer, identity.subject, identity.email,
      student.name, student.phone, student.suspended_at is not null as suspended, student.suspended_until as "suspendedUntil",
      array(select file from photos, unnest(photos.files) file where photos.owner_id = student.id
        union select file from deleted_listings, unnest(deleted_listings.files) file
          where deleted_listings.seller_id = student.id
        union select file from cases, unnest(cases.files) file where cases.user_id = student.id
        except select file from cases, unnest(cases.files) file
          where cases.user_id = student.id and cases.closed_at is null) as files
    from users student join identities identity on identity.id = student.identity_id
    where student.deleted_at < now() - make_interval(days => ${days})
    order by student.deleted_at limit 1
    for update of student skip locked`);
  return row;
}

/** What a text about a person may call them, as a pattern of PostgreSQL's. */
function callings({ name, email, phone }: Leaver): string {
  const escape = (text: string) => text.replace(/[^\p{L}\p{N}\s]/gu, "\\$&");
  const names = [name, ...name.split(/\s+/).slice(0, 1)].filter((each) => each.length > 1);
  const numbers = [phone, phone.slice(-10)].filter((each) => each.length > 5);
  return [...[email, ...numbers].map(escape), ...names.map((each) => `\\m${escape(each)}\\M`)].join(
    "|",
  );
}

/** Takes the name, the address and the number out of what others wrote about the student. */
async function takeNameOut(transaction: Queries, leaver: Leaver): Promise<void> {
  const { id } = leaver;
  const pattern = callings(leaver);
  const without = (column: Sql) =>
    sql`regexp_replace(${column}, ${pattern}, 'deleted member', 'gi')`;
  await transaction.query(sql`
    update reports report set details = ${without(sql`details`)}
    where user_id = ${id} or case_id in (select id from cases where user_id = ${id})`);
  await transaction.query(sql`
    update grievances grievance set subject = ${without(sql`subject`)}, details = ${without(sql`details`)}
    from cases one where one.grievance_id = grievance.id and one.user_id = ${id}`);
  await transaction.query(sql`
    update cases set appeal_text = ${without(sql`appeal_text`)},
      snapshot = jsonb_strip_nulls(snapshot || jsonb_build_object('name', ${without(sql`snapshot ->> 'name'`)},
        'description', ${without(sql`snapshot ->> 'description'`)}))
    where user_id = ${id}`);
  await transaction.query(sql`
    update decisions set note = ${without(sql`note`)} where user_id = ${id}`);
  await transaction.query(sql`
    update feedback set text = '', reply = ${without(sql`reply`)} where author_id = ${id}`);
  // The log lets nothing else change.
  await transaction.query(sql`select set_config('market.erased', ${pattern}, true)`);
  await transaction.query(sql`
    update moderation_log set note = ${without(sql`note`)}
    where user_id = ${id} and note <> ${without(sql`note`)}`);
}

/** Erases what the student is and wrote; what others wrote about the student stays without the name. */
export async function eraseLeaver(transaction: Queries, leaver: Leaver): Promise<void> {
  const { id, identityId, email } = leaver;
  const [known] = await transaction.query<{ words: string }>(sql`
    select array_to_tsvector(array(
      select distinct word from products product, unnest(tsvector_to_array(search_document(product))) word
      where seller_id = ${id}))::text as words`);
  await takeNameOut(transaction, leaver);
  // Such as what a moderator was answered.
  await transaction.query(sql`delete from idempotency_keys where strpos(body, ${id}) > 0`);
  // An open case keeps what is to be decided, until it is.
  await transaction.query(sql`
    update cases set snapshot = null, photos = '[]', files = '{}', appeal_text = null
    where user_id = ${id} and closed_at is not null`);
  await transaction.query(sql`
    update reports set details = '' where reporter_id = ${id}`);
  await transaction.query(sql`update deals set name = '' where seller_id = ${id}`);
  await transaction.query(sql`
    update grievances set name = '', email = '', subject = '', details = '', product_url = null
    where lower(email) = ${email}`);
  await transaction.query(sql`
    update cases set snapshot = null
    from grievances grievance
    where cases.grievance_id = grievance.id and cases.product_id is null and grievance.email = ''`);
  await transaction.query(sql`delete from outbox where lower(recipient) = ${email}`);
  // All else refers to the identity, and goes with it.
  await transaction.query(sql`delete from identities where id = ${identityId}`);
  await transaction.query(sql`select forget_words(${known?.words ?? ""}::tsvector)`);
}

/** Jobs that are over and name files: the names are made from the pictures. */
export async function deleteFinishedRemovals(db: Queries, job: string): Promise<void> {
  await db.query(
    sql`delete from jobs.job where name = ${job} and state in ('completed', 'failed')`,
  );
}
