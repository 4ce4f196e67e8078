import {
  type Attention,
  lateAfter,
  leastDiskFree,
  mostTurnedAway,
  operationsDays,
} from "@market/contract/operations/warnings";
import type { Operations, OperationsDay } from "@market/contract/operations/schemas";
import type { Config } from "../../config/config.ts";
import type { Queries } from "../../db/database.ts";
import { version } from "../version.ts";
import { type Figure, selectFigures } from "../../statistics/figures.sql.ts";
import type { Signs } from "./signs.ts";

type Seen = { config: Config; startedAt: Date; signs: Signs; stores: boolean };

/** What /operations and `market status` show. */
export async function readOperations(db: Queries, seen: Seen): Promise<Operations> {
  const { signs, startedAt } = seen;
  const { cases, queues, mails, disk } = signs;
  const days = daysOf(await selectFigures(db, operationsDays), signs);
  return {
    version,
    startedAt: startedAt.toISOString(),
    attention: attentionOf(seen, days.at(-1)?.busy ?? 0),
    now: {
      openCases: cases.open,
      waitingJobs: queues.reduce((sum, { waiting }) => sum + waiting, 0),
      waitingMails: mails.waiting,
      diskFree: disk.free,
      diskTotal: disk.total,
      backupAge: backupAgeOf(signs),
    },
    days,
  };
}

const backupAgeOf = ({ backup }: Signs) =>
  backup !== undefined && Number.isFinite(backup.age) ? backup.age : null;

function attentionOf({ config, signs, stores }: Seen, turnedAway: number): Operations["attention"] {
  const { cases, queues, mails, backup, disk } = signs;
  const late = queues.filter(({ oldest }) => oldest > lateAfter.jobs);
  const jobs = late.reduce((sum, { waiting }) => sum + waiting, 0);
  const cause = backup?.cause;
  const found: [Attention, boolean, number?][] = [
    ["storage-fails", !stores],
    ["disk-fills", disk.free / disk.total < leastDiskFree],
    ["backup-fails", cause !== undefined],
    ["backup-old", backupAgeOf(signs) !== null && (backup?.age ?? 0) > lateAfter.backup],
    ["backup-never", backup !== undefined && cause === undefined && backupAgeOf(signs) === null],
    ["no-backups", backup === undefined && config.mode === "production"],
    ["cases-overdue", cases.overdue > 0, cases.overdue],
    ["jobs-late", jobs > 0, jobs],
    ["mails-wait", mails.oldest > lateAfter.mails, mails.waiting],
    ["turned-away", turnedAway > mostTurnedAway, turnedAway],
  ];
  return found.flatMap(([what, isSo, count = 1]) =>
    isSo ? [{ what, count, ...(what === "backup-fails" && { cause }) }] : [],
  );
}

const day = 86_400_000;

/** Every day, also those of which nothing is known; today as it is now. */
function daysOf(figures: readonly Figure[], signs: Signs): OperationsDay[] {
  const known = new Map(figures.map(({ day: of, name, value }) => [`${of} ${name}`, value]));
  const last = new Date().setUTCHours(0, 0, 0, 0);
  return Array.from({ length: operationsDays }, (_, nth) => {
    const isToday = nth === operationsDays - 1;
    const date = new Date(last - (operationsDays - 1 - nth) * day).toISOString().slice(0, 10);
    const sum = (name: string) => known.get(`${date} ${name}`) ?? 0;
    const live = (name: keyof Signs["today"]) =>
      Math.max(sum(name), isToday ? signs.today[name] : 0);
    const { free, total } = signs.disk;
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
      backupAge: isToday ? backupAgeOf(signs) : (known.get(`${date} backup-age`) ?? null),
    };
  });
}
