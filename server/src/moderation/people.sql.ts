import type { ModerationCase } from "@market/contract/moderation/schemas";
import sql, { empty } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import { selectEarlierDecisions } from "./decisions.sql.ts";

type Person = {
  id: string;
  name: string;
  email: string;
  registeredAt: Date;
  listings: number;
  suspended: boolean;
  suspendedUntil: Date | null;
};

const person = sql`select student.id, student.name, identity.email, student.created_at as "registeredAt",
    (select count(*)::int from products where seller_id = student.id) as listings,
    student.suspended_at is not null as suspended, student.suspended_until as "suspendedUntil"
  from users student join identities identity on identity.id = student.identity_id`;

/** Finds students by part of name or address, never by phone number; newest first. */
export async function selectPeople(
  db: Queries,
  q: string,
  limit: number,
  cursor: string | undefined,
) {
  const part = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  const rows = await db.query<Person>(sql`
    ${person} where (student.name ilike ${part} or identity.email ilike ${part})
      ${cursor === undefined ? empty : sql`and student.id < ${cursor}`}
    order by student.id desc limit ${limit}`);
  return rows.map(({ id, registeredAt, suspendedUntil, ...rest }) => ({
    _id: id,
    ...rest,
    registeredAt: registeredAt.toISOString(),
    ...(suspendedUntil !== null && { suspendedUntil: suspendedUntil.toISOString() }),
  }));
}

type OtherCases = NonNullable<ModerationCase["concerned"]>["cases"];

async function selectOtherCases(db: Queries, userId: string, caseId: string): Promise<OtherCases> {
  const rows = await db.query<{ other: OtherCases[number] }>(sql`
    select json_strip_nulls(json_build_object('id', one.id, 'name', one.snapshot ->> 'name',
      'state', case when one.closed_at is null then 'open' else 'closed' end,
      'createdAt', ${isoTime(sql`one.created_at`)})) as other
    from cases one where ${userId} in (one.user_id, one.author_id) and one.id <> ${caseId}
    order by one.id desc limit 5`);
  return rows.map(({ other }) => other);
}

/** Selects a student, in the given case. @returns undefined if erased */
export async function selectConcernedPerson(
  db: Queries,
  userId: string,
  caseId: string,
): Promise<ModerationCase["concerned"]> {
  const [row] = await db.query<Person>(sql`${person} where student.id = ${userId}`);
  if (row === undefined) return undefined;
  const { id, name, registeredAt, listings, suspended, suspendedUntil } = row;
  const decisions = await selectEarlierDecisions(db, userId);
  return {
    _id: id,
    name,
    registeredAt: registeredAt.toISOString(),
    listings,
    suspended,
    ...(suspendedUntil !== null && { suspendedUntil: suspendedUntil.toISOString() }),
    decisions,
    cases: await selectOtherCases(db, userId, caseId),
  };
}
