import { claimHours } from "@market/contract/limits";
import type { ModerationCase } from "@market/contract/moderation/schemas";
import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { isoTime } from "../db/iso-time.ts";

const nameOf = (identityId: Sql) =>
  sql`coalesce((select identity.name from identities identity where identity.id = ${identityId}), 'deleted member')`;

const isClaimed = sql`(one.closed_at is null and one.claimed_at > now() - make_interval(hours => ${claimHours}))`;

export const claimJson = (viewerId: string | undefined): Sql =>
  sql`case when ${isClaimed} then json_build_object('by', ${nameOf(sql`one.claimed_by`)},
    'mine', one.claimed_by is not distinct from ${viewerId ?? null}::uuid, 'claimedAt', ${isoTime(sql`one.claimed_at`)}) end`;

/** @returns false if another moderator has claimed the case */
export async function claimCase(
  transaction: Queries,
  caseId: string,
  identityId: string,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update cases one set claimed_by = ${identityId}, claimed_at = now()
    where one.id = ${caseId} and (one.claimed_by = ${identityId} or ${isClaimed} is not true) returning one.id`);
  return rows.length > 0;
}

export async function releaseCase(
  transaction: Queries,
  caseId: string,
  identityId: string,
): Promise<void> {
  await transaction.query(sql`
    update cases set claimed_by = null, claimed_at = null
    where id = ${caseId} and claimed_by = ${identityId}`);
}

export async function insertCaseNote(
  transaction: Queries,
  caseId: string,
  identityId: string,
  text: string,
): Promise<void> {
  await transaction.query(sql`
    insert into case_notes (id, case_id, by_id, text)
    values (${newId()}, ${caseId}, ${identityId}, ${text})`);
}

/** Selects the moderators' notes, oldest first; an appeal has those of the decision in question too. */
export function selectCaseNotes(
  db: Queries,
  caseId: string,
): Promise<NonNullable<ModerationCase["notes"]>> {
  return db.query(sql`
    select note.text, ${nameOf(sql`note.by_id`)} as by, ${isoTime(sql`note.created_at`)} as "createdAt"
    from case_notes note where note.case_id in (${caseId}, (
      select decision.case_id from cases one join decisions decision on decision.id = one.appeal_against
      where one.id = ${caseId}))
    order by note.id`);
}
