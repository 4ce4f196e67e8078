import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { AppError } from "../errors/errors.ts";
import type { Subject } from "./cases.sql.ts";
import type { Actor, ModeratorActor } from "./log.sql.ts";

/** Identifies a moderator, who may be registered. */
export type Viewer = Pick<ModeratorActor, "identityId" | "userId">;

/** Whether a case, `one`, concerns the viewer, or the viewer reported what it is about. */
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
      where grievance.id = one.grievance_id and identity.id = ${identityId}), false)`;

const isOwnSubject = (subject: Subject, userId: string | null): Sql => {
  if ("productId" in subject)
    return sql`exists (select from products where id = ${subject.productId} and seller_id = ${userId})
      or exists (select from deleted_listings where product_id = ${subject.productId} and seller_id = ${userId})
      or exists (select from reports where product_id = ${subject.productId} and reporter_id = ${userId})`;
  if ("userId" in subject)
    return sql`${userId}::uuid = ${subject.userId}
      or exists (select from reports where user_id = ${subject.userId} and reporter_id = ${userId})`;
  return sql`exists (select from feedback where deal_id = ${subject.dealId} and role = ${subject.role}
    and ${userId}::uuid in (author_id, about_id))`;
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
      : isOwnSubject(what, actor.userId ?? null);
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
