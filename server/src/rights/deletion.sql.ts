import sql, { join, type Sql } from "sql-template-tag";
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

/** @param days after which the job erases accounts, and photos may be gone already @returns false if it is too late */
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

/** Seconds that a statement of an erasure may take: some read whole tables. */
const longestStatement = 60;

/** Lets the statements of a transaction take longer than those of requests. */
export async function withLongStatements(transaction: Queries): Promise<Queries> {
  const milliseconds = longestStatement * 1_000;
  await transaction.query(
    sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`,
  );
  return {
    ...transaction,
    query: (statement) => transaction.query(statement, milliseconds),
  };
}

export type AccountToErase = {
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

/** Locks one account whose grace period has ended. @param days of the grace period @param except ids of accounts to skip */
export const lockPendingDeletion = (
  transaction: Queries,
  days: number,
  except: readonly string[] = [],
) =>
  lockAccount(
    transaction,
    sql`student.deleted_at < now() - make_interval(days => ${days}) and student.id <> all(${except}::uuid[])
      order by student.deleted_at limit 1 for update of student skip locked`,
  );

/** Locks the account of an identity. @returns undefined if it is not registered */
export const lockAccountOf = (transaction: Queries, identityId: string) =>
  lockAccount(transaction, sql`student.identity_id = ${identityId} for update of student`);

async function lockAccount(
  transaction: Queries,
  selector: Sql,
): Promise<AccountToErase | undefined> {
  const [account] = await transaction.query<Omit<AccountToErase, "files">>(sql`
    select student.id, identity.id as "identityId", identity.issuer, identity.subject, identity.email,
      student.name, student.phone, student.suspended_at is not null as suspended, student.suspended_until as "suspendedUntil"
    from users student join identities identity on identity.id = student.identity_id
    where ${selector}`);
  return account && { ...account, files: await selectFilesToErase(transaction, account.id) };
}

async function selectFilesToErase(transaction: Queries, id: string): Promise<string[]> {
  // Files that are being added to a photo belong to it before its files are selected.
  await transaction.query(sql`
    select from photos where owner_id = ${id} for update`);
  const rows = await transaction.query<{ file: string }>(sql`
    select file from photos, unnest(photos.files) file where photos.owner_id = ${id}
    union select file from deleted_listings, unnest(deleted_listings.files) file
      where deleted_listings.seller_id = ${id}
    union select file from cases, unnest(cases.files) file where cases.user_id = ${id}
    except select file from cases, unnest(cases.files) file
      where cases.user_id = ${id} and cases.closed_at is null`);
  return rows.map(({ file }) => file);
}

/** PostgreSQL patterns of what identifies the student in a text. */
type Patterns = {
  /** Address and number, which are of one person only. */
  contacts: string;
  /** The names as well, in texts about the student. */
  all: string;
};

function identifyingPatterns({ name, email, phone }: AccountToErase): Patterns {
  const escape = (text: string) => text.replace(/[^\p{L}\p{N}\s]/gu, "\\$&");
  const names = [name, ...name.split(/\s+/).slice(0, 1)].filter((each) => each.length > 1);
  const contacts = [escape(email), ...numberPattern(phone)];
  const bounded = names.map((each) => `\\m${escape(each)}\\M`);
  return { contacts: contacts.join("|"), all: [...contacts, ...bounded].join("|") };
}

/** Finds a number however its digits are separated, with or without its country code. */
function numberPattern(phone: string): string[] {
  const digits = phone.replace(/\D/g, "");
  if (digits.length < 6) return [];
  const spaced = (text: string) => [...text].join("[^[:alnum:]]{0,3}");
  const country = digits.slice(0, -10);
  const prefix = country && `(?:\\+?${spaced(country)}[^[:alnum:]]{0,3})?`;
  return [`${prefix}${spaced(digits.slice(-10))}`];
}

/** Replaces name, address and number in texts of others about the student, and address and number in all texts. */
async function redactName(
  transaction: Queries,
  { id, identityId }: AccountToErase,
  { contacts, all }: Patterns,
): Promise<void> {
  const without = (column: Sql, pattern = all) =>
    sql`regexp_replace(${column}, ${pattern}, 'deleted member', 'gi')`;
  const redact = (table: Sql, columns: Sql[], isAbout: Sql) =>
    transaction.query(sql`
      update ${table} set ${join(
        columns.map(
          (column) =>
            sql`${column} = case when ${isAbout} then ${without(column)} else ${without(column, contacts)} end`,
        ),
      )}
      where ${isAbout} or ${join(
        columns.map((column) => sql`${column} ~* ${contacts}`),
        " or ",
      )}`);
  // The author of reported feedback is concerned as well.
  const isConcerned = sql`${id} in (user_id, author_id)`;
  const cases = sql`(select id from cases where ${isConcerned})`;
  await redact(sql`reports`, [sql`details`], sql`(user_id = ${id} or case_id in ${cases})`);
  await redact(
    sql`grievances`,
    [sql`subject`, sql`details`],
    sql`id in (select grievance_id from cases where user_id = ${id})`,
  );
  await redact(sql`cases`, [sql`appeal_text`], isConcerned);
  await redact(sql`case_notes`, [sql`text`], sql`case_id in ${cases}`);
  await redact(sql`decisions`, [sql`note`], sql`user_id = ${id}`);
  await redact(sql`feedback`, [sql`text`, sql`reply`], sql`${id} in (author_id, about_id)`);
  await transaction.query(sql`
    update cases set
      snapshot = jsonb_strip_nulls(snapshot || jsonb_build_object('name', ${without(sql`snapshot ->> 'name'`)},
        'description', ${without(sql`snapshot ->> 'description'`)}))
    where ${isConcerned}`);
  // The log's trigger allows these changes only.
  await transaction.query(sql`
    select set_config('market.erased', ${all}, true), set_config('market.erased_user', ${id}, true),
      set_config('market.erased_identity', ${identityId}, true)`);
  await transaction.query(sql`
    update moderation_log set note = ${without(sql`note`)}, user_id = null where user_id = ${id}`);
  await transaction.query(sql`
    update moderation_log set actor_id = ${erasedActorId} where actor_id = ${identityId}`);
  await transaction.query(sql`
    update decisions set by_id = ${erasedActorId} where by_id = ${identityId}`);
  await transaction.query(sql`
    update case_notes set by_id = ${erasedActorId} where by_id = ${identityId}`);
  await transaction.query(sql`
    update cases set claimed_by = null, claimed_at = null where claimed_by = ${identityId}`);
  await transaction.query(sql`select set_config('market.erased', ${contacts}, true)`);
  await transaction.query(sql`
    update moderation_log set note = ${without(sql`note`, contacts)} where note ~* ${contacts}`);
}

/** The name of an erased moderator, because an absent one means the operator. */
const erasedActorId = "00000000-0000-0000-0000-000000000000";

/** Erases the student's data and texts; texts of others about the student remain without the name. */
export async function eraseAccount(transaction: Queries, account: AccountToErase): Promise<void> {
  const { id, identityId, email } = account;
  const [known] = await transaction.query<{ words: string }>(sql`
    select array_to_tsvector(array(
      select distinct word from (
        select product as listing from products product where seller_id = ${id}
        union all
        select lost from deleted_listings deleted, jsonb_populate_record(null::products, deleted.product) lost
        where deleted.seller_id = ${id}
      ) own, unnest(tsvector_to_array(search_document(listing))) word))::text as words`);
  await redactName(transaction, account, identifyingPatterns(account));
  // Also answers to others: the other side of a deal, or moderators.
  for (const answers of [sql`idempotency_keys`, sql`moderator_answers`])
    await transaction.query(sql`
      delete from ${answers} where exists (
        select from (
          select ${id}::uuid as id
          union all select id from products where seller_id = ${id}
          union all select product_id from deleted_listings where seller_id = ${id}
          union all select id from deals where ${id} in (seller_id, buyer_id)
          union all select id from cases where ${id} in (user_id, author_id)
          union all select id from decisions where user_id = ${id}
          union all select id from handovers where giver_id = ${id} or email = lower(${email})
        ) erased where strpos(body, erased.id::text) > 0)`);
  // An open case keeps its snapshot until it is decided.
  await transaction.query(sql`
    update cases set snapshot = null, photos = '[]', files = '{}', appeal_text = null
    where user_id = ${id} and closed_at is not null`);
  await transaction.query(sql`
    update reports set details = '' where reporter_id = ${id}`);
  await transaction.query(sql`
    update feedback set text = '' where author_id = ${id}`);
  await transaction.query(sql`
    update feedback set reply = null where about_id = ${id}`);
  await transaction.query(sql`
    update deals set name = '', listing_id = null where seller_id = ${id}`);
  await transaction.query(sql`
    delete from appearances where product_id in (select id from products where seller_id = ${id})`);
  await eraseIdentity(transaction, identityId, email);
  await transaction.query(sql`select forget_words(${known?.words ?? ""}::tsvector)`);
}

/** Erases the stored data of a person who has signed in, registered or not. */
export async function eraseIdentity(
  transaction: Queries,
  identityId: string,
  email: string,
): Promise<void> {
  await transaction.query(sql`
    update grievances set name = '', email = '', subject = '', details = '', product_url = null
    where lower(email) = ${email}`);
  await transaction.query(sql`
    update cases set snapshot = null
    from grievances grievance
    where cases.grievance_id = grievance.id and cases.product_id is null and grievance.email = ''`);
  await transaction.query(sql`delete from handovers where email = lower(${email})`);
  await transaction.query(sql`delete from outbox where lower(recipient) = ${email}`);
  // All other rows reference the identity and are deleted with it.
  await transaction.query(sql`delete from identities where id = ${identityId}`);
}

/** Deletes finished jobs that contain file names, because the names are derived from the pictures. */
export async function deleteFinishedRemovals(db: Queries, job: string): Promise<void> {
  await db.query(
    sql`delete from jobs.job where name = ${job} and state in ('completed', 'failed')`,
  );
}
