import * as words from "@market/contract/operations/messages";
import type { OperationsDay } from "@market/contract/operations/schemas";
import { openStorage } from "../context.ts";
import { readOperations } from "../operations/statistics/operations.ts";
import { watchHealthSnapshot } from "../operations/statistics/health-snapshot.ts";
import { selectProcesses } from "../operations/statistics/health-snapshot.sql.ts";
import { type Command, UsageError, withDatabase } from "./command.ts";

const gigabyte = 1024 ** 3;
const counted = [
  "signIns",
  "listings",
  "sold",
  "contacts",
  "emptySearches",
  "errors",
  "busy",
] as const;
const width = 26;

export const status: Command = async (config) => {
  await withDatabase(config, async (db) => {
    const { hasRun, since } = await selectProcesses(db);
    if (!hasRun) throw new UsageError(words.neverRun);
    const stores = await (await openStorage(config)).check().then(
      () => true,
      () => false,
    );
    const now = new Date();
    const seen = {
      config,
      startedAt: since ?? now,
      snapshot: await watchHealthSnapshot({ config, db })(),
      stores,
    };
    const { version, attention, now: state, days } = await readOperations(db, seen);
    const { nowRows: names } = words;
    const { diskFree, diskTotal, backupAge } = state;
    print(names.version, version);
    print(
      names.uptime,
      since ? words.duration((now.getTime() - since.getTime()) / 1_000) : words.notRunning,
    );
    print(names.openCases, state.openCases);
    print(names.waitingJobs, state.waitingJobs);
    print(names.waitingMails, state.waitingMails);
    print(names.disk, words.diskWords(gigabytes(diskFree), gigabytes(diskTotal)));
    print(names.backup, backupAge === null ? words.noBackup : words.ago(words.duration(backupAge)));
    console.log(`\n${columns("", words.today, words.inThirty)}`);
    for (const name of counted) console.log(sumsOf(name, days));
    console.log("");
    if (attention.length === 0) console.log(words.nothingToDo);
    for (const { what, count, cause } of attention)
      console.log(words.warningSentences[what](count, cause));
  });
};

const print = (name: string, value: string | number) =>
  console.log(`${name.padEnd(width)}${value}`);
const gigabytes = (bytes: number) => words.gigabytes((bytes / gigabyte).toFixed(1));
const columns = (name: string, ...values: (string | number)[]) =>
  name.padEnd(width) + values.map((value) => String(value).padStart(10)).join("");

function sumsOf(name: (typeof counted)[number], days: readonly OperationsDay[]): string {
  const all = days.reduce((sum, each) => sum + each[name], 0);
  return columns(words.statistics[name], days.at(-1)?.[name] ?? 0, all);
}
