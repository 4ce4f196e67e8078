import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { sellerEvents } from "../products/listing-life.ts";

/** Ends all sessions of a student and hides everything of theirs, in one transaction (D20). */
export async function deleteAccount(transaction: Queries, userId: string): Promise<void> {
  await transaction.query(sql`
    with deleted as (
      update users set ${sellerEvents.leave} where id = ${userId} and deleted_at is null returning identity_id
    )
    update sessions set ended_at = now()
    where ended_at is null and identity_id in (select identity_id from deleted)`);
}

/**
 * Restores a deleted account with its listings; other accounts are not changed.
 * @param days after which the job erases accounts, and photos may be gone already
 * @returns false if it is too late
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

type PendingDeletion = {
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

/** Locks one account whose grace period has ended. @param days of the grace period */
export async function lockPendingDeletion(
  transaction: Queries,
  days: number,
): Promise<PendingDeletion | undefined> {
  const [row] = await transaction.query<PendingDeletion>(sql`
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

/** Builds a PostgreSQL pattern of the names, address and numbers by which a text may identify the student. */
function identifyingPattern({ name, email, phone }: PendingDeletion): string {
  const escape = (text: string) => text.replace(/[^\p{L}\p{N}\s]/gu, "\\$&");
  const names = [name, ...name.split(/\s+/).slice(0, 1)].filter((each) => each.length > 1);
  const numbers = [phone, phone.slice(-10)].filter((each) => each.length > 5);
  return [...[email, ...numbers].map(escape), ...names.map((each) => `\\m${escape(each)}\\M`)].join(
    "|",
  );
}

/** Replaces name, address and number in texts of others about the student. */
async function redactName(transaction: Queries, pendingDeletion: PendingDeletion): Promise<void> {
  const { id } = pendingDeletion;
  const pattern = identifyingPattern(pendingDeletion);
  const without = (column: Sql) =>
    sql`regexp_replace(${column}, ${pattern}, 'deleted member', 'gi')`;
  await transaction.query(sql`
    update reports report set details = ${without(sql`details`)}
    where user_id = ${id} or case_id in (select id from cases where ${id} in (user_id, author_id))`);
  await transaction.query(sql`
    update grievances grievance set subject = ${without(sql`subject`)}, details = ${without(sql`details`)}
    from cases one where one.grievance_id = grievance.id and one.user_id = ${id}`);
  await transaction.query(sql`
    update cases set appeal_text = ${without(sql`appeal_text`)},
      snapshot = jsonb_strip_nulls(snapshot || jsonb_build_object('name', ${without(sql`snapshot ->> 'name'`)},
        'description', ${without(sql`snapshot ->> 'description'`)}))
    where ${id} in (user_id, author_id)`);
  await transaction.query(sql`
    update case_notes set text = ${without(sql`text`)}
    where case_id in (select id from cases where ${id} in (user_id, author_id))`);
  await transaction.query(sql`
    update decisions set note = ${without(sql`note`)} where user_id = ${id}`);
  await transaction.query(sql`
    update feedback set text = '', reply = ${without(sql`reply`)} where author_id = ${id}`);
  // The log's trigger allows this change only.
  await transaction.query(sql`select set_config('market.erased', ${pattern}, true)`);
  await transaction.query(sql`
    update moderation_log set note = ${without(sql`note`)}
    where user_id = ${id} and note <> ${without(sql`note`)}`);
}

/** Erases the student's data and texts; texts of others about the student remain without the name. */
export async function eraseAccount(
  transaction: Queries,
  pendingDeletion: PendingDeletion,
): Promise<void> {
  const { id, identityId, email } = pendingDeletion;
  const [known] = await transaction.query<{ words: string }>(sql`
    select array_to_tsvector(array(
      select distinct word from products product, unnest(tsvector_to_array(search_document(product))) word
      where seller_id = ${id}))::text as words`);
  await redactName(transaction, pendingDeletion);
  // Also answers to others, such as moderators.
  await transaction.query(sql`delete from idempotency_keys where strpos(body, ${id}) > 0`);
  await transaction.query(sql`delete from moderator_answers where strpos(body, ${id}) > 0`);
  // An open case keeps its snapshot until it is decided.
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
  // All other rows reference the identity and are deleted with it.
  await transaction.query(sql`delete from identities where id = ${identityId}`);
  await transaction.query(sql`select forget_words(${known?.words ?? ""}::tsvector)`);
}

/** Deletes finished jobs that contain file names, because the names are derived from the pictures. */
export async function deleteFinishedRemovals(db: Queries, job: string): Promise<void> {
  await db.query(
    sql`delete from jobs.job where name = ${job} and state in ('completed', 'failed')`,
  );
}
