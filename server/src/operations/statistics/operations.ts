import {
  type Warning,
  lateAfter,
  leastDiskFree,
  mostTurnedAway,
  operationsDays,
} from "@market/contract/operations/warnings";
import type { Operations, OperationsDay } from "@market/contract/operations/schemas";
import type { Config } from "../../config/config.ts";
import { listSettings } from "../../config/settings-in-force.ts";
import type { Queries } from "../../db/database.ts";
import { version } from "../version.ts";
import {
  type DailyStatistic,
  selectStatistics,
  selectWeeks,
} from "../../statistics/daily-statistics.sql.ts";
import { dayInIndia } from "../../statistics/days.ts";
import { differs } from "../clock.ts";
import type { HealthSnapshot } from "./health-snapshot.ts";

type MarketState = { config: Config; startedAt: Date; snapshot: HealthSnapshot; stores: boolean };

export async function readOperations(db: Queries, state: MarketState): Promise<Operations> {
  const { config, snapshot, startedAt } = state;
  const { cases, queues, mails, disk } = snapshot;
  const days = listDays(await selectStatistics(db, operationsDays), snapshot);
  return {
    version,
    startedAt: startedAt.toISOString(),
    attention: listWarnings(state, days.at(-1)?.busy ?? 0),
    now: {
      openCases: cases.open,
      waitingJobs: queues.reduce((sum, { waiting }) => sum + waiting, 0),
      waitingMails: mails.waiting,
      diskFree: disk.free,
      diskTotal: disk.total,
      backupAge: backupAgeOf(snapshot),
    },
    days,
    goneContacts: await selectWeeks(db, "gone-contacts", operationsDays),
    settings: listSettings(config),
  };
}

const backupAgeOf = ({ backup }: HealthSnapshot) =>
  backup !== undefined && Number.isFinite(backup.age) ? backup.age : null;

function listWarnings(
  { config, snapshot, stores }: MarketState,
  turnedAway: number,
): Operations["attention"] {
  const { cases, queues, mails, backup, disk, clock } = snapshot;
  const late = queues.filter(({ oldest }) => oldest > lateAfter.jobs);
  const jobs = late.reduce((sum, { waiting }) => sum + waiting, 0);
  const cause = backup?.cause;
  const found: [Warning, boolean, number?][] = [
    ["storage-fails", !stores],
    ["clock-jumped", clock.jumped !== 0, Math.round(clock.jumped)],
    ["clock-differs", differs(clock), Math.round(clock.difference)],
    ["disk-fills", disk.free / disk.total < leastDiskFree],
    ["backup-fails", cause !== undefined],
    ["backup-old", backupAgeOf(snapshot) !== null && (backup?.age ?? 0) > lateAfter.backup],
    ["backup-never", backup !== undefined && cause === undefined && backupAgeOf(snapshot) === null],
    ["no-backups", backup === undefined && config.mode === "production"],
    ["cases-neglected", cases.neglected > 0, cases.neglected],
    ["cases-overdue", cases.overdue > 0, cases.overdue],
    ["jobs-late", jobs > 0, jobs],
    ["mails-wait", mails.oldest > lateAfter.mails, mails.waiting],
    ["turned-away", turnedAway > mostTurnedAway, turnedAway],
  ];
  return found.flatMap(([what, isSo, count = 1]) =>
    isSo ? [{ what, count, ...(what === "backup-fails" && { cause }) }] : [],
  );
}

function listDays(
  statistics: readonly DailyStatistic[],
  snapshot: HealthSnapshot,
): OperationsDay[] {
  const known = new Map(statistics.map(({ day: of, name, value }) => [`${of} ${name}`, value]));
  const now = Date.now();
  return Array.from({ length: operationsDays }, (_, nth) => {
    const isToday = nth === operationsDays - 1;
    const date = dayInIndia(now, operationsDays - 1 - nth);
    const sum = (name: string) => known.get(`${date} ${name}`) ?? 0;
    const live = (name: keyof HealthSnapshot["today"]) =>
      Math.max(sum(name), isToday ? snapshot.today[name] : 0);
    const { free, total } = snapshot.disk;
    return {
      day: date,
      signIns: sum("sign-ins"),
      listings: live("listings"),
      sold: live("sold"),
      contacts: live("contacts"),
      emptySearches: sum("empty-searches"),
      errors: sum("errors"),
      busy: sum("busy"),
      diskFree: isToday ? free / total : (known.get(`${date} disk-free`) ?? null),
      backupAge: isToday ? backupAgeOf(snapshot) : (known.get(`${date} backup-age`) ?? null),
    };
  });
}
