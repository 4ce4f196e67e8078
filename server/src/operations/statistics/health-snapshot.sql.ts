import sql from "sql-template-tag";
import type { Queries } from "../../db/database.ts";

/** A queue and its due jobs; `oldest` is the seconds that the oldest has waited. */
export type Queue = { name: string; waiting: number; oldest: number };

export async function selectQueues(
  db: Queries,
): Promise<{ queues: Queue[]; mails: { waiting: number; oldest: number } }> {
  const queues = await db.query<Queue>(sql`
    select queue.name, count(job.id)::int as waiting,
      coalesce(extract(epoch from now() - min(job.start_after)), 0)::float8 as oldest
    from jobs.queue queue left join jobs.job job
      on job.name = queue.name and job.state in ('created', 'retry') and job.start_after <= now()
    where left(queue.name, 2) <> '__' and queue.name <> 'mail'
    group by queue.name order by queue.name`);
  const [mails] = await db.query<{ waiting: number; oldest: number }>(sql`
    select count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
    from outbox where state = 'waiting'`);
  return { queues, mails: mails ?? { waiting: 0, oldest: 0 } };
}

/** Reads whether the market ever ran on this database, and since when a process has been connected. */
export async function selectProcesses(
  db: Queries,
): Promise<{ hasRun: boolean; since: Date | null }> {
  const [row] = await db.query<{ hasRun: boolean; since: Date | null }>(sql`
    select to_regclass('jobs.queue') is not null as "hasRun",
      (select min(backend_start) from pg_stat_activity
        where datname = current_database() and application_name = 'campus-marketplace changes') as since`);
  return row ?? { hasRun: false, since: null };
}
