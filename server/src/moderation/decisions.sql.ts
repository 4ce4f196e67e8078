import type { RecordedAction } from "@market/contract/moderation/report";
import type { Decision } from "@market/contract/moderation/schemas";
import sql, { empty, type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { isoTime } from "../db/iso-time.ts";

export type NewDecision = {
  caseId?: string | undefined;
  userId: string | null;
  productId: string | null;
  action: RecordedAction;
  note: string;
  days: number | undefined;
  until: Date | null;
  byId: string | null;
  appeal: Decision["appeal"];
};

/** Inserts a decision. @throws a violation of decisions_case_once if the case has one */
export async function insertDecision(transaction: Queries, decision: NewDecision): Promise<string> {
  const { caseId, userId, productId, action, note, days, until, byId, appeal } = decision;
  const id = newId();
  await transaction.query(sql`
    insert into decisions (id, case_id, user_id, product_id, action, note, days, until, by_id, appeal)
    values (${id}, ${caseId ?? null}, ${userId}, ${productId}, ${action}, ${note}, ${days ?? null},
      ${until}, ${byId}, ${appeal})`);
  return id;
}

/** The name of a decision's listing, or of the deal whose feedback it was about. */
const productName = sql`coalesce(
    (select named.snapshot ->> 'name' from cases named where named.id = decision.case_id and named.product_id is not null),
    (select product.name from products product where product.id = decision.product_id),
    (select deleted.product ->> 'name' from deleted_listings deleted where deleted.product_id = decision.product_id),
    (select nullif(deal.name, '') from deals deal join cases named on named.deal_id = deal.id
      where named.id = decision.case_id))`;

/** `decision` is a row of `decisions`. @param by the name of the moderator, for moderators only */
const jsonOf = (by: Sql) => sql`json_strip_nulls(json_build_object('id', decision.id,
  'action', decision.action, 'note', decision.note, 'days', decision.days,
  'until', ${isoTime(sql`decision.until`)}, 'createdAt', ${isoTime(sql`decision.created_at`)},
  'productId', decision.product_id, 'appeal', decision.appeal, 'by', ${by}, 'productName', ${productName}))`;

export const decisionJson = jsonOf(sql`case when decision.by_id is null then 'operator'
  else coalesce((select identity.name from identities identity where identity.id = decision.by_id), 'deleted member') end`);

async function selectDecisions(db: Queries, json: Sql, selector: Sql): Promise<Decision[]> {
  const rows = await db.query<{ decision: Decision }>(sql`
    select ${json} as decision from decisions decision where ${selector}`);
  return rows.map(({ decision }) => decision);
}

export const selectDecision = async (db: Queries, id: string): Promise<Decision | undefined> =>
  (await selectDecisions(db, decisionJson, sql`decision.id = ${id}`))[0];

/** Selects the name of a decision's listing. @returns undefined if it is about none */
export async function selectProductName(db: Queries, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ name: string | null }>(sql`
    select ${productName} as name from decisions decision where decision.id = ${id}`);
  return row?.name ?? undefined;
}

export const selectEarlierDecisions = (db: Queries, userId: string): Promise<Decision[]> =>
  selectDecisions(
    db,
    decisionJson,
    sql`decision.user_id = ${userId} order by decision.id desc limit 20`,
  );

/** Selects decisions that a student may read, newest first: all except dismissals without an appeal. */
export const selectOwnDecisions = (
  db: Queries,
  userId: string,
  limit: number,
  cursor: string | undefined,
): Promise<Decision[]> =>
  selectDecisions(
    db,
    jsonOf(sql`null`),
    sql`decision.user_id = ${userId} and (decision.action <> 'dismiss' or decision.appeal <> 'none')
      ${cursor === undefined ? empty : sql`and decision.id < ${cursor}`}
      order by decision.id desc limit ${limit}`,
  );

export type Appealed = {
  userId: string | null;
  productId: string | null;
  action: RecordedAction;
  byId: string | null;
  appeal: Decision["appeal"];
};

export async function lockDecision(
  transaction: Queries,
  id: string,
): Promise<Appealed | undefined> {
  const [row] = await transaction.query<Appealed>(sql`
    select user_id as "userId", product_id as "productId", action, by_id as "byId", appeal
    from decisions where id = ${id} for no key update`);
  return row;
}

export async function updateAppeal(
  transaction: Queries,
  id: string,
  state: Decision["appeal"],
): Promise<void> {
  await transaction.query(sql`update decisions set appeal = ${state} where id = ${id}`);
}

/** Whether reports of an open case, or another decision that still holds, hide the listing too. */
export async function isHiddenOtherwise(
  transaction: Queries,
  productId: string,
  lifted: { caseId: string } | { decisionId: string },
): Promise<boolean> {
  const [caseId, decisionId] =
    "caseId" in lifted ? [lifted.caseId, null] : [null, lifted.decisionId];
  const [row] = await transaction.query<{ hidden: boolean }>(sql`
    select exists (select from cases one where one.product_id = ${productId} and one.closed_at is null
        and one.hidden_at is not null and one.id is distinct from ${caseId}::uuid)
      or exists (select from decisions decision where decision.product_id = ${productId} and decision.action = 'hide'
        and decision.id is distinct from ${decisionId}::uuid
        and not exists (select from decisions later where later.product_id = decision.product_id
          and later.action = 'restore' and later.created_at > decision.created_at)
        and not exists (select from cases appeal join decisions verdict on verdict.case_id = appeal.id
          where appeal.appeal_against = decision.id and verdict.action <> 'hide')) as hidden`);
  return row?.hidden === true;
}
