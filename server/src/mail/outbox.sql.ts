import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { locks } from "../db/locks.ts";

export type NewMail = {
  /** The kind of mail, for log and statistics */
  kind: string;
  to: string;
  subject: string;
  text: string;
  /** An address that takes the reader off such mails with one POST (RFC 8058) */
  unsubscribe?: string;
  /** A key: of several mails with the same one only the first is sent, for a month */
  once?: string;
  /** Listings of the student who reads it; the sentences about them are added when the mail is sent (`completeBy`) */
  about?: { studentId: string; ids: readonly string[] };
};

export type WaitingMail = {
  id: string;
  kind: string;
  to: string;
  subject: string;
  text: string;
  unsubscribe: string | null;
  createdAt: Date;
  attempts: number;
  studentId: string | null;
  about: string[] | null;
};

/** Never due for releases that poll for due mails and send them without a job. @returns its id, undefined if `once` is taken */
export async function insertMail(transaction: Queries, mail: NewMail): Promise<string | undefined> {
  const { kind, to, subject, text, unsubscribe = null, once = null, about } = mail;
  const [row] = await transaction.query<{ id: string }>(sql`
    insert into outbox (id, kind, once, recipient, subject, words, unsubscribe, due_at, student_id, about)
    values (${newId()}, ${kind}, ${once}, ${to}, ${subject}, ${text}, ${unsubscribe}, 'infinity',
      ${about?.studentId ?? null}, ${about?.ids ?? null})
    on conflict on constraint outbox_once_unique do nothing
    returning id`);
  return row?.id;
}

/** Takes over mails that an earlier release would send, unless it is sending now. @returns their ids, oldest first */
export async function adoptMails(transaction: Queries): Promise<string[]> {
  const [lock] = await transaction.query<{ isFree: boolean }>(sql`
    select pg_try_advisory_xact_lock(${locks.previousOutbox}) as "isFree"`);
  if (!lock?.isFree) return [];
  const rows = await transaction.query<{ id: string }>(sql`
    update outbox set due_at = 'infinity' where state = 'waiting' and due_at < 'infinity' returning id`);
  return rows.map(({ id }) => id).toSorted();
}

/** Selects a waiting mail. @returns undefined if it was sent, given up or deleted */
export async function selectMail(db: Queries, id: string): Promise<WaitingMail | undefined> {
  const [mail] = await db.query<WaitingMail>(sql`
    select id, kind, recipient as "to", subject, words as text, unsubscribe,
      created_at as "createdAt", attempts, student_id as "studentId", about
    from outbox where id = ${id} and state = 'waiting'`);
  return mail;
}

export async function endMail(db: Queries, id: string, state: "sent" | "refused"): Promise<void> {
  await db.query(sql`
    update outbox set state = ${state}, done_at = now(), recipient = '', subject = '', words = '', unsubscribe = null,
      student_id = null, about = null
    where id = ${id}`);
}

export async function countRefusal(db: Queries, id: string): Promise<void> {
  await db.query(sql`update outbox set attempts = attempts + 1 where id = ${id}`);
}

/** Gives up mails that could not be sent for days, and deletes old ones. @returns the number given up */
export async function tidyOutbox(db: Queries, days: number): Promise<number> {
  await db.query(sql`
    delete from outbox where state <> 'waiting' and done_at < now() - interval '1 month'`);
  const rows = await db.query(sql`
    update outbox set state = 'refused', done_at = now(), recipient = '', subject = '', words = '', unsubscribe = null,
      student_id = null, about = null
    where state = 'waiting' and created_at < now() - make_interval(days => ${days})
    returning id`);
  return rows.length;
}
