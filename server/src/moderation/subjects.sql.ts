import sql, { type Sql } from "sql-template-tag";

export type FeedbackRole = "buyer" | "seller";

export type Subject =
  | { productId: string }
  | { userId: string }
  | { dealId: string; role: FeedbackRole };

function studentOf(subject: Subject): Sql {
  if ("productId" in subject)
    return sql`(select seller_id from products where id = ${subject.productId}
      union all select seller_id from deleted_listings where product_id = ${subject.productId})`;
  if ("userId" in subject) return sql`${subject.userId}::uuid`;
  return sql`(select author_id from feedback where deal_id = ${subject.dealId} and role = ${subject.role})`;
}

export const subjectColumnNames = sql`product_id, user_id, author_id, deal_id, feedback_role`;

/** The values of `subjectColumnNames`, and the unique index of the subject's open case. */
export function subjectColumns(subject: Subject, student = studentOf(subject)) {
  if ("productId" in subject)
    return {
      values: sql`${subject.productId}::uuid, ${student}, null::uuid, null::uuid, null::text`,
      open: sql`(product_id) where closed_at is null and product_id is not null and appeal_against is null and grievance_id is null`,
    };
  if ("userId" in subject)
    return {
      values: sql`null::uuid, ${student}, null::uuid, null::uuid, null::text`,
      open: sql`(user_id) where closed_at is null and product_id is null and appeal_against is null and grievance_id is null`,
    };
  return {
    values: sql`null::uuid, null::uuid, ${student}, ${subject.dealId}::uuid, ${subject.role}::text`,
    open: sql`(deal_id, feedback_role) where closed_at is null and deal_id is not null and appeal_against is null`,
  };
}

export const refusalOf = (subject: Subject | { dealId: string }) =>
  "productId" in subject
    ? "product-not-found"
    : "userId" in subject
      ? "user-not-found"
      : "deal-not-found";
