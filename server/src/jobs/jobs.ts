import { PgBoss } from "pg-boss";
import type { Queries } from "../db/database.ts";

/** `cron` (UTC) also runs it by the clock, on one process at a time. */
export type Job<Data extends object> = {
  name: string;
  cron?: string;
  /** Seconds between its runs on every process, for what must not wait for the queue; it may run on several at once. */
  everySeconds?: number;
  /** Seconds after which one that runs by the clock counts as failed; 15 minutes otherwise */
  longest?: number;
  work(data: Data): Promise<void>;
};

export type Jobs = {
  enqueue(transaction: Queries, name: string, data: object): Promise<void>;
  start(jobs: Job<never>[]): Promise<void>;
  stop(): Promise<void>;
};

type Log = { warn(details: object, message: string): void };

/** @param url a session connection (not through a transaction pooler) */
export async function openJobs(url: string, log: Log, pollSeconds = 2): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: "campus-marketplace jobs",
    max: 2,
    schema: "jobs",
    persistWarnings: false,
  });
  boss.on("error", (error) => log.warn({ err: error }, "job queue"));
  await boss.start();
  const queues = new Set<string>();
  let isStopping = false;
  const timers: NodeJS.Timeout[] = [];
  const running = new Set<Promise<void>>();
  const runEvery = ({ name, work, everySeconds = 0 }: Job<never>) => {
    let isBusy = false;
    const run = async () => {
      if (isBusy || isStopping) return;
      isBusy = true;
      await work({} as never).catch((error: unknown) => log.warn({ err: error, name }, "job"));
      isBusy = false;
    };
    const start = () => {
      const turn = run();
      running.add(turn);
      void turn.finally(() => running.delete(turn));
    };
    start();
    timers.push(setInterval(start, everySeconds * 1_000).unref());
  };
  const requireQueue = async (name: string) => {
    if (!queues.has(name)) await boss.createQueue(name);
    queues.add(name);
  };
  return {
    async enqueue(transaction, name, data) {
      await requireQueue(name);
      await boss.send(name, data, {
        db: { executeSql: (text, values) => transaction.run(text, values) },
        retryLimit: 5,
        retryDelay: 10,
        retryBackoff: true,
      });
    },
    async start(jobs) {
      // A clock that nobody listens to any more would pile up jobs.
      for (const { name } of await boss.getSchedules())
        if (!jobs.some((job) => job.name === name && job.cron)) {
          await boss.unschedule(name);
          await boss.deleteQueuedJobs(name);
        }
      for (const job of jobs) {
        if (job.everySeconds !== undefined) {
          runEvery(job);
          continue;
        }
        await requireQueue(job.name);
        const options = {
          pollingIntervalSeconds: job.cron ? Math.max(pollSeconds, 30) : pollSeconds,
          batchSize: 10,
          burstWhenBatchFull: true,
          perJobResults: true as const,
        };
        await boss.work(job.name, options, async (jobs) => {
          const results = [];
          for (const { id, data } of jobs)
            results.push(
              await settle(id, isStopping ? stopped() : job.work((data ?? {}) as never)),
            );
          return results;
        });
        if (job.cron)
          await boss.schedule(
            job.name,
            job.cron,
            null,
            job.longest === undefined ? {} : { expireInSeconds: job.longest },
          );
      }
    },
    async stop() {
      isStopping = true;
      timers.forEach(clearInterval);
      await Promise.all(running);
      return boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

const stopped = () => Promise.reject(new Error("the process stops"));

const settle = (id: string, work: Promise<void>) =>
  work.then(
    () => ({ id, status: "completed" as const }),
    (error: unknown) => ({ id, status: "failed" as const, output: { message: String(error) } }),
  );
