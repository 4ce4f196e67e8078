import type { RecordedAction } from "@market/contract/moderation/report";
import type { Decision } from "@market/contract/moderation/schemas";
import sql, { empty, type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";

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

type DecisionRow = {
  id: string;
  action: RecordedAction;
  note: string;
  days: number | null;
  until: Date | null;
  createdAt: Date;
  by: string;
  productId: string | null;
  productName: string | null;
  appeal: Decision["appeal"];
};

async function selectDecisions(db: Queries, selector: Sql, isForModerators: boolean) {
  const rows = await db.query<DecisionRow>(sql`
    select decision.id, decision.action, decision.note, decision.days, decision.until,
      decision.created_at as "createdAt", decision.product_id as "productId", decision.appeal,
      coalesce((select one.snapshot ->> 'name' from cases one where one.id = decision.case_id and one.product_id is not null),
        (select product.name from products product where product.id = decision.product_id)) as "productName",
      case when decision.by_id is null then 'operator'
        else coalesce(identity.name, 'deleted member') end as by
    from decisions decision left join identities identity on identity.id = decision.by_id
    where ${selector}`);
  return rows.map((row) => presentDecision(row, isForModerators));
}

function presentDecision(row: DecisionRow, isForModerators: boolean): Decision {
  const { days, until, productId, productName, by, createdAt, ...decision } = row;
  return {
    ...decision,
    createdAt: createdAt.toISOString(),
    ...(days !== null && { days }),
    ...(until !== null && { until: until.toISOString() }),
    ...(productId !== null && { productId }),
    ...(productName !== null && { productName }),
    ...(isForModerators && { by }),
  };
}

/** Selects decisions for moderators, with the moderator who decided. */
export const selectDecisionsOfCase = (db: Queries, caseId: string): Promise<Decision[]> =>
  selectDecisions(db, sql`decision.case_id = ${caseId}`, true);

export const selectDecision = async (db: Queries, id: string): Promise<Decision | undefined> =>
  (await selectDecisions(db, sql`decision.id = ${id}`, true))[0];

/** Selects the last twenty decisions about a student, newest first. */
export const selectEarlierDecisions = (db: Queries, userId: string): Promise<Decision[]> =>
  selectDecisions(db, sql`decision.user_id = ${userId} order by decision.id desc limit 20`, true);

/** Selects decisions that a student may read, newest first: all except dismissals without an appeal. */
export const selectOwnDecisions = (
  db: Queries,
  userId: string,
  limit: number,
  cursor: string | undefined,
): Promise<Decision[]> =>
  selectDecisions(
    db,
    sql`decision.user_id = ${userId} and (decision.action <> 'dismiss' or decision.appeal <> 'none')
      ${cursor === undefined ? empty : sql`and decision.id < ${cursor}`}
      order by decision.id desc limit ${limit}`,
    false,
  );

export type Appealed = {
  userId: string | null;
  productId: string | null;
  action: RecordedAction;
  byId: string | null;
  appeal: Decision["appeal"];
};

/** Locks the decision. @returns undefined if it does not exist */
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
