import sql, { empty } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import type { Colleagues } from "../identity/moderators.ts";

export type ModeratorActor = {
  identityId: string;
  userId?: string | undefined;
  colleagues: Colleagues;
};
/** The actor: a moderator, the operator at the command line, or enough reports. */
export type Actor = ModeratorActor | "operator" | "reports";

export const identityOf = (actor: Actor): string | null =>
  typeof actor === "string" ? null : actor.identityId;

export type Entry = {
  action: string;
  note: string;
  productId?: string | undefined;
  userId?: string | undefined;
  caseId?: string | undefined;
  /** A moderator decided their own case, because there was no other. */
  isAlone?: boolean | undefined;
};

export async function insertLogEntry(
  transaction: Queries,
  actor: Actor,
  { action, note, productId, userId, caseId, isAlone = false }: Entry,
): Promise<void> {
  await transaction.query(sql`
    insert into moderation_log (id, actor_id, automatic, action, note, product_id, user_id, case_id, alone)
    values (${newId()}, ${identityOf(actor)}, ${actor === "reports"}, ${action}, ${note},
      ${productId ?? null}, ${userId ?? null}, ${caseId ?? null}, ${isAlone})`);
}

type LogRow = {
  id: string;
  createdAt: Date;
  by: string;
  action: string;
  note: string;
  productId: string | null;
  userId: string | null;
  caseId: string | null;
  alone: boolean;
  about: string | null;
};

export function selectLog(db: Queries, limit: number, cursor: string | undefined) {
  return db.query<LogRow>(sql`
    select entry.id, entry.created_at as "createdAt", entry.action, entry.note,
      entry.product_id as "productId", entry.user_id as "userId", entry.case_id as "caseId", entry.alone,
      coalesce(product.name, deleted.product ->> 'name',
        case when entry_case.product_id is not null then entry_case.snapshot ->> 'name' end, student.name) as about,
      case when entry.automatic then 'reports' when entry.actor_id is null then 'operator'
        else coalesce(identity.name, 'deleted member') end as by
    from moderation_log entry left join identities identity on identity.id = entry.actor_id
      left join products product on product.id = entry.product_id
      left join deleted_listings deleted on deleted.product_id = entry.product_id
      left join cases entry_case on entry_case.id = entry.case_id
      left join users student on student.id = coalesce(entry.user_id, entry_case.user_id, entry_case.author_id)
    ${cursor === undefined ? empty : sql`where entry.id < ${cursor}`}
    order by entry.id desc limit ${limit}`);
}
