import { PgBoss, type QueueOptions } from "pg-boss";
import type { Queries } from "../db/database.ts";

/** A queue and the retries of its jobs, with pg-boss's options. Job data are ids, never an address or a text. */
export type Queue = {
  name: string;
  /** One job at a time, in order: a job that waits for its retry holds up the next ones. */
  policy?: "key_strict_fifo";
} & Pick<
  QueueOptions,
  "retryLimit" | "retryDelay" | "retryBackoff" | "retryDelayMax" | "heartbeatSeconds"
>;

const usualRetries = { retryLimit: 5, retryDelay: 10, retryBackoff: true };

/** `cron` (UTC) also runs it by the clock, on one process at a time. */
export type Job<Data extends object> = Queue & {
  /** Jobs that a process runs concurrently; 1 otherwise. */
  concurrent?: number;
  cron?: string;
  /** Seconds between its runs on every process, for what must not wait for the queue; it may run on several concurrently. */
  everySeconds?: number;
  /** Runs also while the clock cannot be trusted, because it ends and deletes nothing that time decides. */
  anyClock?: true;
  /** Seconds after which one that runs by the clock counts as failed; 15 minutes otherwise */
  longest?: number;
  work(data: Data): Promise<void>;
};

export type Jobs = {
  /** @param startAfter seconds */
  enqueue(
    transaction: Queries,
    queue: Queue | string,
    data: object,
    startAfter?: number,
  ): Promise<void>;
  start(jobs: Job<never>[]): Promise<void>;
  stop(): Promise<void>;
};

type Log = { warn(details: object, message: string): void };

const bossOptions = (url: string) => ({
  connectionString: url,
  application_name: "campus-marketplace jobs",
  max: 2,
  schema: "jobs",
  persistWarnings: false,
});

/** Creates or migrates the schema of the queue. @param url a connection of the owner */
export async function installJobs(url: string): Promise<void> {
  const boss = new PgBoss({ ...bossOptions(url), supervise: false, schedule: false });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}

/** @param url a session connection, not a transaction pooler @param install called once if the queue cannot be used, before another try */
export async function openJobs(
  url: string,
  log: Log,
  install: () => Promise<void> = () => installJobs(url),
  pollSeconds = 2,
): Promise<Jobs> {
  const start = () => startBoss(url, log);
  const boss = await start().catch(async () => {
    await install();
    return start();
  });
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
  const settle = (name: string, id: string, work: Promise<void>) =>
    work.then(
      () => ({ id, status: "completed" as const }),
      (error: unknown) => {
        // Without the details of the database, which contain values.
        if (!isStopping) log.warn({ name, reason: String(error) }, "a job failed");
        return { id, status: "failed" as const, output: { message: String(error) } };
      },
    );
  const requireQueue = async ({ name, policy }: Queue) => {
    if (!queues.has(name)) await boss.createQueue(name, policy && { policy });
    queues.add(name);
  };
  return {
    async enqueue(transaction, queue, data, startAfter) {
      const { name, policy, ...retries } = typeof queue === "string" ? { name: queue } : queue;
      await requireQueue({ name, ...(policy && { policy }) });
      await boss.send(name, data, {
        db: { executeSql: (text, values) => transaction.run(text, values) },
        ...usualRetries,
        ...retries,
        ...(policy && { singletonKey: name }),
        ...(startAfter !== undefined && { startAfter }),
      });
    },
    async start(jobs) {
      // A schedule without a worker would pile up jobs.
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
        await requireQueue(job);
        const options = {
          pollingIntervalSeconds: job.cron ? Math.max(pollSeconds, 30) : pollSeconds,
          batchSize: job.policy ? 1 : (job.concurrent ?? 10),
          burstWhenBatchFull: true,
          perJobResults: true as const,
        };
        await boss.work(job.name, options, async (jobs) => {
          const run = ({ id, data }: { id: string; data: unknown }) =>
            settle(job.name, id, isStopping ? stopped() : job.work((data ?? {}) as never));
          if (job.concurrent) return Promise.all(jobs.map(run));
          const results = [];
          for (const each of jobs) results.push(await run(each));
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

async function startBoss(url: string, log: Log): Promise<PgBoss> {
  const boss = new PgBoss({
    ...bossOptions(url),
    migrate: false,
    // Another process takes over the jobs of a killed one within a minute or two.
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
  });
  boss.on("error", (error) => log.warn({ err: error }, "job queue"));
  try {
    await boss.start();
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
}

const stopped = () => Promise.reject(new Error("the process stops"));
