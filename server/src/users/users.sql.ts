import type { AvatarStyle, CountryName, Semester } from "@market/contract/users";
import sql from "sql-template-tag";
import type { Queries } from "../db.ts";
import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import { requireNotSuspended, type Suspension, suspension } from "../moderation/suspension.ts";

/** A student's row with the address of the identity behind it. */
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

const columns = sql`u.id, u.name, u.phone, i.email, u.course, u.semester, u.country, u.bio, u.avatar`;

export async function selectOptionalUser(
  db: Queries,
  userId: string,
): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>(sql`
    select ${columns} from users u join identities i on i.id = u.identity_id where u.id = ${userId}`);
  return row;
}

/**
 * Locks a student's row until the transaction ends: what is counted for a student is exact under parallel requests, and
 * no suspension comes between.
 * @throws AppError account-suspended; invalid-token for a student who is no longer there
 */
export async function lockStudent(transaction: Queries, userId: string): Promise<void> {
  const [row] = await transaction.query<Suspension>(sql`
    select ${suspension(sql`student`)} from users student where student.id = ${userId} for no key update`);
  if (row === undefined) throw new AppError("invalid-token");
  requireNotSuspended(row);
}

export type NewUser = Pick<UserRow, "phone" | "course" | "semester" | "country">;

/**
 * Registers the person behind an identity, under the name that the provider gave.
 * @throws a violation of users_identity_unique when there is a registration already
 */
export async function insertUser(
  db: Queries,
  identityId: string,
  user: NewUser,
): Promise<UserRow | undefined> {
  const { phone, country, course, semester } = user;
  const [row] = await db.query<UserRow>(sql`
    with u as (
      insert into users (id, identity_id, name, phone, country, course, semester)
      select ${newId()}::uuid, id, name, ${phone}, ${country}, ${course}, ${semester} from identities where id = ${identityId}
      returning *)
    select ${columns} from u join identities i on i.id = u.identity_id`);
  return row;
}

export type UserChange = Partial<Pick<UserRow, "avatar" | "semester">>;

export async function updateUser(
  db: Queries,
  userId: string,
  { avatar, semester }: UserChange,
): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>(sql`
    update users u set
      avatar = coalesce(${avatar ?? null}, u.avatar),
      semester = coalesce(${semester ?? null}, u.semester)
    from identities i
    where u.id = ${userId} and i.id = u.identity_id
    returning ${columns}`);
  return row;
}
