import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { AppError } from "../errors/errors.ts";
import type { Actor, ModeratorActor } from "./log.sql.ts";
import { subjectColumnNames, subjectColumns, type Subject } from "./subjects.sql.ts";

/** Identifies a moderator, who may be registered. */
export type Viewer = Pick<ModeratorActor, "identityId" | "userId">;

/** Whether a case, `one`, concerns the viewer, or the viewer reported its subject or sent its grievance. */
export const isOwnCase = ({
  identityId,
  userId = null,
}: {
  identityId: string;
  userId?: string | null | undefined;
}): Sql =>
  sql`coalesce(${userId}::uuid in (one.user_id, one.author_id)
    or exists (select from feedback where feedback.deal_id = one.deal_id and feedback.role = one.feedback_role
      and feedback.about_id = ${userId})
    or exists (select from reports own where own.reporter_id = ${userId} and (
      own.case_id = one.id or own.product_id = one.product_id or own.deal_id = one.deal_id
      or (one.product_id is null and one.deal_id is null and own.user_id = one.user_id)))
    or exists (select from copied_photos copy where copy.case_id = one.id and copy.first_user_id = ${userId})
    or exists (select from grievances grievance join identities identity on identity.email = lower(grievance.email)
      where identity.id = ${identityId} and grievance.id in (one.grievance_id, (
        select appealed.grievance_id from decisions decision join cases appealed on appealed.id = decision.case_id
        where decision.id = one.appeal_against))), false)`;

/** Whether a case, `one`, is an appeal against a decision of the viewer. */
export const isAgainstDecisionOf = (identityId: string | undefined): Sql =>
  sql`exists (select from decisions decision
    where decision.id = one.appeal_against and decision.by_id = ${identityId ?? null})`;

/** An appeal against a moderator's own decision is decided by another one, if there is one. @param moderators their number */
export const isDecidedByOthers = (moderators: number): boolean => moderators > 1;

/**
 * Selects, in the columns of cases, what a measure without a case concerns: its subject, and every case and feedback of the
 * same student. Otherwise a moderator could take against the student the measure that their own case refuses.
 */
const concernedBy = (subject: Subject): Sql => sql`
  with measure (${subjectColumnNames}) as (select ${subjectColumns(subject).values}),
    student (id) as (select coalesce(user_id, author_id) from measure)
  select null::uuid as id, ${subjectColumnNames}, null::uuid as grievance_id, null::uuid as appeal_against from measure
  union all select cases.id, ${subjectColumnNames}, grievance_id, appeal_against from cases
    join student on student.id = coalesce(user_id, author_id)
  union all select null, null, null, author_id, deal_id, role, null, null from feedback
    join student on student.id = author_id`;

/** Never refuses the operator. @returns whether the moderator decides their own case, no other having signed in lately @throws AppError own-case */
export async function refuseOwn(
  transaction: Queries,
  actor: Actor,
  what: { caseId: string } | Subject,
): Promise<boolean> {
  if (typeof actor === "string") return false;
  const concerned =
    "caseId" in what ? sql`select * from cases where id = ${what.caseId}` : concernedBy(what);
  const rows = await transaction.query(sql`
    select from (${concerned}) one where ${isOwnCase(actor)} limit 1`);
  if (rows.length === 0) return false;
  if (await actor.colleagues.isAnotherPresent(transaction, actor.identityId))
    throw new AppError("own-case");
  return true;
}

/** @throws AppError moderator */
export async function refuseModerator(
  transaction: Queries,
  actor: Actor,
  userId: string,
): Promise<void> {
  if (typeof actor !== "string" && (await actor.colleagues.includes(transaction, userId)))
    throw new AppError("moderator");
}
