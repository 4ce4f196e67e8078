import type { ErrorCode } from "@market/contract/errors";
import sql from "sql-template-tag";
import type { Queries } from "../../db/database.ts";

/** `age` in seconds */
export type SignInAnswer = { refusal: ErrorCode | null; age: number };

/** @returns whether this is the first time that the sign-in comes back */
export async function insertSignIn(db: Queries, stateHash: Buffer): Promise<boolean> {
  const rows = await db.query(sql`
    insert into sign_ins (state_hash) values (${stateHash})
    on conflict (state_hash) do nothing returning 1`);
  return rows.length > 0;
}

/** Stores the outcome of a sign-in. @param refusal null for a success @returns whether it is the first outcome, which counts */
export async function answerSignIn(db: Queries, stateHash: Buffer, refusal: ErrorCode | null) {
  const rows = await db.query(sql`
    update sign_ins set answered_at = clock_timestamp(), refusal = ${refusal}
    where state_hash = ${stateHash} and answered_at is null returning 1`);
  return rows.length > 0;
}

export async function selectOptionalAnswer(db: Queries, stateHash: Buffer) {
  const [row] = await db.query<SignInAnswer>(sql`
    select refusal, extract(epoch from clock_timestamp() - answered_at)::float8 as age
    from sign_ins where state_hash = ${stateHash} and answered_at is not null`);
  return row;
}

export async function deleteOldSignIns(db: Queries): Promise<void> {
  await db.query(sql`delete from sign_ins where came_back_at < now() - interval '1 hour'`);
}
