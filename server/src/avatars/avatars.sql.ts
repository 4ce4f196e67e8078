import type { AvatarStyle } from "@market/contract/users";
import sql from "sql-template-tag";
import type { Queries } from "../db.ts";

/** What an avatar is drawn from; nothing for an absent and for a suspended student. */
export async function selectOptionalFace(
  db: Queries,
  userId: string,
): Promise<{ name: string; avatar: AvatarStyle } | undefined> {
  const [row] = await db.query<{ name: string; avatar: AvatarStyle }>(sql`
    select name, avatar from users where id = ${userId} and suspended_at is null`);
  return row;
}
