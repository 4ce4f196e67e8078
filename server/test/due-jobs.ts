import { PgBoss } from "pg-boss";
import type { Queries } from "../src/db/database.ts";
import type { Job } from "../src/jobs/jobs.ts";

export type DueJobs = {
  /** Runs the due jobs, as a process that polls the queue. */
  work(jobs: readonly Job<never>[]): Promise<void>;
  stop(): Promise<void>;
};

/** The job queue of a test's database, polled on demand. @param url a session connection */
export async function openDueJobs(url: string): Promise<DueJobs> {
  const boss = new PgBoss({
    connectionString: url,
    schema: "jobs",
    supervise: false,
    schedule: false,
  });
  boss.on("error", () => undefined);
  await boss.start();
  return {
    async work(jobs) {
      for (const job of jobs.filter(({ cron, everySeconds }) => !cron && !everySeconds)) {
        await boss.createQueue(job.name, job.policy && { policy: job.policy });
        for (;;) {
          const found = await boss.fetch(job.name, { batchSize: job.policy ? 1 : 20 });
          if (found.length === 0) break;
          await Promise.all(
            found.map(({ id, data }) =>
              job.work(data as never).then(
                () => boss.complete(job.name, id),
                (error: unknown) => boss.fail(job.name, id, { message: String(error) }),
              ),
            ),
          );
        }
      }
    },
    stop: () => boss.stop({ graceful: false }),
  };
}

/** Moves the times of queued jobs into the past. */
export const passTime = (db: Queries, queue: string, seconds: number) =>
  db.run(
    `update jobs.job set start_after = start_after - make_interval(secs => $2)
      where name = $1 and state in ('created', 'retry')`,
    [queue, seconds],
  );
