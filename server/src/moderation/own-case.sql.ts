import sql, { empty, type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { AppError } from "../errors/errors.ts";
import type { Subject } from "./cases.sql.ts";
import type { Actor, ModeratorActor } from "./log.sql.ts";

/** Identifies a moderator, who may be registered. */
export type Viewer = Pick<ModeratorActor, "identityId" | "userId">;

/** Whether a case, `one`, concerns the viewer, or the viewer reported what it is about or sent its grievance. */
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
    or exists (select from grievances grievance join identities identity on identity.email = lower(grievance.email)
      where identity.id = ${identityId} and grievance.id in (one.grievance_id, (
        select appealed.grievance_id from decisions decision join cases appealed on appealed.id = decision.case_id
        where decision.id = one.appeal_against))), false)`;

/** Selects the student whom a measure about the subject would concern. */
const studentOf = (subject: Subject): Sql => {
  if ("productId" in subject)
    return sql`select seller_id from products where id = ${subject.productId}
      union all select seller_id from deleted_listings where product_id = ${subject.productId}`;
  if ("userId" in subject) return sql`select ${subject.userId}::uuid`;
  return sql`select author_id from feedback where deal_id = ${subject.dealId} and role = ${subject.role}`;
};

/** Whether the subject's student is the viewer, is concerned by an own case, or has given feedback about the viewer. */
const isOwnSubject = (subject: Subject, viewer: Viewer): Sql => {
  const userId = viewer.userId ?? null;
  const isTheirs = (student: Sql) => sql`${student} in (${studentOf(subject)})`;
  const isThis = (deal: Sql, role: Sql) =>
    "dealId" in subject
      ? sql`or (${deal} = ${subject.dealId} and ${role} = ${subject.role})`
      : empty;
  return sql`${isTheirs(sql`${userId}::uuid`)}
    or exists (select from feedback where about_id = ${userId}
      and (${isTheirs(sql`author_id`)} ${isThis(sql`deal_id`, sql`role`)}))
    or exists (select from cases one
      where (${isTheirs(sql`coalesce(one.user_id, one.author_id)`)} ${isThis(sql`one.deal_id`, sql`one.feedback_role`)})
      and ${isOwnCase(viewer)})`;
};

/**
 * Refuses a moderator who judges their own case, unless no other moderator has signed in lately. Commands of the operator
 * are never refused.
 * @returns whether the moderator decides their own case alone
 * @throws AppError own-case
 */
export async function refuseOwn(
  transaction: Queries,
  actor: Actor,
  what: { caseId: string } | Subject,
): Promise<boolean> {
  if (typeof actor === "string") return false;
  const condition =
    "caseId" in what
      ? sql`exists (select from cases one where one.id = ${what.caseId} and ${isOwnCase(actor)})`
      : isOwnSubject(what, actor);
  const [row] = await transaction.query<{ isOwn: boolean | null }>(sql`
    select (${condition}) as "isOwn"`);
  if (row?.isOwn !== true) return false;
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
