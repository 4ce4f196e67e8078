import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";

export type NewMail = {
  /** What it is about, for log and figures */
  kind: string;
  to: string;
  subject: string;
  text: string;
  /** An address that takes the reader off such mails with one POST (RFC 8058) */
  unsubscribe?: string;
  /** Of several mails with the same words here only the first is sent, for a month */
  once?: string;
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
};

/** @returns false when there is one with the same `once` */
export async function insertMail(transaction: Queries, mail: NewMail): Promise<boolean> {
  const { kind, to, subject, text, unsubscribe = null, once = null } = mail;
  const rows = await transaction.query(sql`
    insert into outbox (id, kind, once, recipient, subject, words, unsubscribe)
    values (${newId()}, ${kind}, ${once}, ${to}, ${subject}, ${text}, ${unsubscribe})
    on conflict on constraint outbox_once_unique do nothing
    returning id`);
  return rows.length > 0;
}

/** The oldest that may be sent now. */
export async function selectNextMail(db: Queries): Promise<WaitingMail | undefined> {
  const [mail] = await db.query<WaitingMail>(sql`
    select id, kind, recipient as "to", subject, words as text, unsubscribe,
      created_at as "createdAt", attempts
    from outbox where state = 'waiting' and due_at <= now()
    order by id limit 1`);
  return mail;
}

/** Its address and words are not needed any more. */
export async function endMail(db: Queries, id: string, state: "sent" | "refused"): Promise<void> {
  await db.query(sql`
    update outbox set state = ${state}, done_at = now(), recipient = '', subject = '', words = '', unsubscribe = null
    where id = ${id}`);
}

/** @param seconds until it may be tried again */
export async function delayMail(db: Queries, id: string, seconds: number): Promise<void> {
  await db.query(sql`
    update outbox set attempts = attempts + 1, due_at = now() + make_interval(secs => ${seconds})
    where id = ${id}`);
}

/** Gives up what could not be sent for days, and forgets what is over. @returns how many were given up */
export async function tidyOutbox(db: Queries, days: number): Promise<number> {
  await db.query(sql`
    delete from outbox where state <> 'waiting' and done_at < now() - interval '1 month'`);
  const rows = await db.query(sql`
    update outbox set state = 'refused', done_at = now(), recipient = '', subject = '', words = '', unsubscribe = null
    where state = 'waiting' and created_at < now() - make_interval(days => ${days})
    returning id`);
  return rows.length;
}
