import { uptime as uptimeOf } from "node:os";
import type { Log } from "../config/log.ts";
import { readBootId } from "../config/systemd.ts";
import { marketCommand } from "../config/command-name.ts";
import type { Queries } from "../db/database.ts";
import type { Job } from "../jobs/jobs.ts";
import { type Jump, type Moment, saveJump, saveMoment, selectClock } from "./clock.sql.ts";

/** Seconds, well under what tokens tolerate. */
export const toleratedSeconds = 5;
/** Seconds of difference from which a process runs no clock jobs. */
const mostDifference = 60;
/** Seconds by which the database's clock may jump between two looks. */
const mostJump = 3_600;
/** Seconds in which other processes see a jump that the operator has accepted. */
const acceptedFor = 60;
/** Seconds after which a process stores the database's time again. */
const saveAfter = 60;
const lookEvery = 300_000;

/** Uptimes can be compared between processes of one boot. */
const thisBoot = await readBootId();

export type Clock = {
  /** Seconds by which this computer is ahead of the database. */
  difference: number;
  /** Seconds by which the database's clock jumped; 0 if it did not, or the operator has accepted it. */
  jumped: number;
};

export const differs = ({ difference }: Clock): boolean => Math.abs(difference) > mostDifference;
/** Whether clock jobs may run. */
export const isTrusted = (clock: Clock): boolean => !differs(clock) && clock.jumped === 0;

export type DatabaseClock = {
  look(): Promise<Clock>;
  /** Lets jobs that the clock starts wait until it can be trusted. */
  guard(jobs: readonly Job<never>[]): Job<never>[];
  /** Logs faults now and every five minutes. @returns a function that stops it */
  watch(): Promise<() => void>;
};

type Found = Clock & { time: number; moment: Moment | null; jump: Jump | null };

async function read(db: Queries): Promise<Found> {
  const [sent, started] = [Date.now(), performance.now()];
  const { time, moment, jump } = await selectClock(db);
  const halfway = (performance.now() - started) / 2;
  const difference = (sent + halfway) / 1_000 - time;
  return { difference, jumped: jump?.seconds ?? 0, time, moment, jump };
}

export async function readClock(db: Queries): Promise<Clock> {
  const { difference, jumped } = await read(db);
  return { difference, jumped };
}

export async function acceptClock(db: Queries): Promise<void> {
  const { time } = await selectClock(db);
  await saveJump(db, { seconds: 0, time });
  await saveMoment(db, { time, uptime: uptimeOf(), boot: thisBoot });
}

/** While clocks differ, or after an unaccepted jump, no job acts on the time: one wrong clock must not let every listing expire. */
export function openClock(db: Queries, log: Log, boot = thisBoot): DatabaseClock {
  let last: Moment | undefined;

  /** Seconds that the database's clock has jumped since the last look; after a restart of this computer only back. */
  const jumpSince = (moment: Moment | null, now: Moment): number => {
    const isSameBoot = boot !== "" && moment?.boot === boot;
    const before = last ?? (isSameBoot ? moment : undefined);
    if (before === undefined) return Math.min(0, now.time - (moment?.time ?? now.time));
    return now.time - before.time - (now.uptime - before.uptime);
  };

  async function look(): Promise<Clock> {
    const { difference, jumped, time, moment, jump } = await read(db);
    const now = { time, uptime: uptimeOf(), boot };
    const seconds = jumpSince(moment, now);
    last = now;
    const isJump = Math.abs(seconds) > mostJump;
    if (isJump || moment === null || Math.abs(time - moment.time) > saveAfter)
      await saveMoment(db, now);
    const isAccepted = jump?.seconds === 0 && Math.abs(time - jump.time) < acceptedFor;
    if (!isJump || isAccepted || jumped !== 0) return { difference, jumped };
    await saveJump(db, { seconds, time });
    log.error({ seconds: Math.round(seconds) }, jumpSentence(seconds));
    return { difference, jumped: seconds };
  }

  const guarded = (job: Job<never>): Job<never> => ({
    ...job,
    async work(data) {
      if (isTrusted(await look())) await job.work(data);
    },
  });

  return {
    look,
    guard: (jobs: readonly Job<never>[]): Job<never>[] =>
      jobs.map((job) =>
        job.anyClock || (job.cron === undefined && job.everySeconds === undefined)
          ? job
          : guarded(job),
      ),
    async watch() {
      const report = () =>
        look().then(
          (clock) => reportClock(clock, log),
          (error: unknown) => log.warn({ err: error }, "the clock could not be compared"),
        );
      await report();
      const timer = setInterval(() => void report(), lookEvery).unref();
      return () => clearInterval(timer);
    },
  };
}

function reportClock(clock: Clock, log: Log): void {
  const seconds = Math.round(clock.difference);
  if (Math.abs(seconds) > toleratedSeconds)
    log.warn(
      { seconds },
      `this computer's clock is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} the database's: ${
        differs(clock) ? "this process runs no clock jobs" : "students may be logged out"
      }, set it by NTP`,
    );
  if (clock.jumped !== 0)
    log.warn({ seconds: Math.round(clock.jumped) }, jumpSentence(clock.jumped));
}

const jumpSentence = (seconds: number) =>
  `the database's clock jumped ${Math.round(Math.abs(seconds))} s ${seconds > 0 ? "ahead" : "back"}: clock jobs are stopped until ${marketCommand} clock --accept`;
