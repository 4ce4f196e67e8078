import type {
  AvatarStyle,
  ContactChoice,
  CountryName,
  Semester,
} from "@market/contract/students/student";
import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { AppError } from "../errors/errors.ts";
import { newId } from "../db/ids.ts";
import { type Suspension, suspension, suspensionRefusal } from "../identity/suspension.ts";

export type UserRow = {
  id: string;
  name: string;
  phone: string;
  email: string;
  course: string;
  semester: Semester;
  country: CountryName;
  bio: string;
  avatar: AvatarStyle;
};

/** @param student a row of `users`, which may be absent */
export const firstNameOf = (student: Sql) => sql`split_part(btrim(${student}.name), ' ', 1)`;

const columns = sql`u.id, u.name, u.phone, i.email, u.course, u.semester, u.country, u.bio, u.avatar`;

export async function selectOptionalUser(
  db: Queries,
  userId: string,
): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>(sql`
    select ${columns} from users u join identities i on i.id = u.identity_id where u.id = ${userId}`);
  return row;
}

export async function selectOptionalFace(
  db: Queries,
  userId: string,
): Promise<{ name: string; avatar: AvatarStyle } | undefined> {
  const [row] = await db.query<{ name: string; avatar: AvatarStyle }>(sql`
    select name, avatar from users where id = ${userId} and suspended_at is null and deleted_at is null`);
  return row;
}

/** Locks a student, so that counts are exact. @throws AppError account-suspended, account-deleted, invalid-token for an erased student */
export async function lockStudent(transaction: Queries, userId: string): Promise<void> {
  const [row] = await transaction.query<Suspension & { isDeleted: boolean }>(sql`
    select student.deleted_at is not null as "isDeleted", ${suspension(sql`student`)} from users student where student.id = ${userId} for no key update`);
  if (row === undefined) throw new AppError("invalid-token");
  if (row.suspended) throw suspensionRefusal(row);
  if (row.isDeleted) throw new AppError("account-deleted");
}

/** Locks two students, whatever the state of their accounts, in the order that all callers share. */
export async function lockBoth(transaction: Queries, one: string, other: string): Promise<void> {
  await transaction.query(sql`
    select from users where id in (${one}, ${other}) order by id for no key update`);
}

/** Whether buyers see the number of the student's listings without a choice of their own, or ask first. */
export async function selectContactChoice(db: Queries, userId: string): Promise<ContactChoice> {
  const [row] = await db.query<{ asks: boolean }>(sql`
    select asks_first as asks from users where id = ${userId}`);
  return row?.asks ? "ask" : "open";
}

export type NewUser = Pick<UserRow, "phone" | "course" | "semester" | "country">;

/** @throws users_identity_unique when already registered */
export async function insertUser(
  db: Queries,
  identityId: string,
  user: NewUser,
  consentVersion?: string,
): Promise<UserRow | undefined> {
  const { phone, country, course, semester } = user;
  const [row] = await db.query<UserRow>(sql`
    with u as (
      insert into users (id, identity_id, name, phone, country, course, semester)
      select ${newId()}::uuid, id, name, ${phone}, ${country}, ${course}, ${semester} from identities where id = ${identityId}
      returning *),
    consent as (
      insert into consents (user_id, version)
      select id, ${consentVersion ?? null}::text from u where ${consentVersion ?? null}::text is not null)
    select ${columns} from u join identities i on i.id = u.identity_id`);
  return row;
}

export type UserChange = Partial<NewUser & Pick<UserRow, "avatar"> & { contact: ContactChoice }>;

export async function updateUser(
  db: Queries,
  userId: string,
  { avatar, semester, course, phone, country, contact }: UserChange,
): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>(sql`
    update users u set
      avatar = coalesce(${avatar ?? null}, u.avatar),
      semester = coalesce(${semester ?? null}, u.semester),
      course = coalesce(${course ?? null}, u.course),
      phone = coalesce(${phone ?? null}, u.phone),
      country = coalesce(${country ?? null}, u.country),
      asks_first = coalesce(${contact === undefined ? null : contact === "ask"}::boolean, u.asks_first)
    from identities i
    where u.id = ${userId} and i.id = u.identity_id
    returning ${columns}`);
  return row;
}
