import sql from "sql-template-tag";
import * as z from "zod/mini";
import type { Queries } from "../db/database.ts";

const outcome = z.object({
  /** BACKUP_TO, without the query of a bucket's address. */
  place: z.string(),
  /** Whether the last finished backup there was on another disk than the market's own. */
  isApart: z.boolean(),
  cause: z.optional(z.string()),
});
/** The outcome of the last backup to BACKUP_TO. Backups omit it: it does not concern the machine that restores one. */
export type BackupOutcome = z.infer<typeof outcome>;

export const outcomeName = "last_backup";

export async function selectBackupOutcome(db: Queries): Promise<BackupOutcome | undefined> {
  const [row] = await db.query<{ value: unknown }>(
    sql`select value from settings where name = ${outcomeName}`,
  );
  return outcome.safeParse(row?.value).data;
}

export async function saveBackupOutcome(db: Queries, value: BackupOutcome): Promise<void> {
  await db.query(sql`
    insert into settings (name, value) values (${outcomeName}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`);
}
