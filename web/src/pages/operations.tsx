import { dateOf } from "@market/contract/dates";
import { useQuery } from "@tanstack/react-query";
import * as words from "@market/contract/operations/messages";
import * as shellMessages from "@market/contract/shell/messages";
import * as calls from "@market/contract/operations/calls";
import type { Operations } from "@market/contract/operations/schemas";
import { useSession } from "../identity/session.ts";
import { call } from "../api/client.ts";
import { ModeratorsNavigation } from "../moderation/moderators-navigation.tsx";
import { troubleOf } from "../moderation/use-cases.ts";
import { Loading } from "../ui/loading.tsx";
import { ModeratorsTrouble } from "./moderators-trouble.tsx";
import { Component as NotFound } from "./not-found.tsx";
import { DayChart } from "./operations/chart.tsx";
import { statistics, gigabytes, wordsOf } from "./operations/statistics.ts";
import { SettingsTable } from "./operations/settings-table.tsx";
import { DayTable } from "./operations/table.tsx";

/** The operator's page, for moderators. To other users it does not exist; the server decides who is a moderator. */
export function Component() {
  const { status } = useSession();
  if (status === "loading") return <Loading label={shellMessages.loading} />;
  if (status !== "signed-in") return <NotFound />;
  return <Statistics />;
}

function Statistics() {
  const { data, error, refetch } = useQuery({
    queryKey: ["own", "operations"],
    queryFn: async ({ signal }) => {
      const { operations } = await call(calls.showOperations, { signal });
      return { operations, at: Date.now() };
    },
  });
  if (error && !data)
    return (
      <ModeratorsTrouble
        trouble={troubleOf(error)}
        title={words.operations}
        sentence={words.operationsFailed}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <Loading label={shellMessages.loading} />;
  return (
    <div className="content grid grid-cols-1 gap-6 pt-5 pb-12 md:pt-10">
      <div className="grid gap-2">
        <h1 className="text-2xl font-bold">{words.operations}</h1>
        <ModeratorsNavigation here="/operations" />
      </div>
      <Warnings of={data.operations} />
      <Now of={data.operations} at={data.at} />
      <section aria-labelledby="days" className="grid grid-cols-1 gap-4">
        <h2 id="days" className="text-xl font-bold">
          {words.daysHeading}
        </h2>
        <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(9rem,30%)),1fr))] gap-3 md:gap-4">
          {statistics.map((name) => (
            <li key={name} className="grid">
              <DayChart name={name} days={data.operations.days} />
            </li>
          ))}
        </ul>
        <DayTable days={data.operations.days} />
      </section>
      <section aria-labelledby="weeks" className={box}>
        <h2 id="weeks" className="mb-2 text-xl font-bold">
          {words.weeksHeading}
        </h2>
        <dl className="grid gap-1 tabular-nums md:grid-cols-2 md:gap-x-10">
          {data.operations.goneContacts.map(({ week, value }) => (
            <div key={week} className="flex justify-between gap-4">
              <dt>{words.weekFrom(dateOf(week))}</dt>
              <dd className="font-bold">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <SettingsTable settings={data.operations.settings} />
    </div>
  );
}

const box = "bg-surface border-line rounded-card border p-4";

function Warnings({ of: { attention } }: { of: Operations }) {
  return (
    <section aria-labelledby="attention" className={box}>
      <h2 id="attention" className="mb-2 text-xl font-bold">
        {words.warningsHeading}
      </h2>
      {attention.length === 0 ? (
        <p>{words.nothingToDo}</p>
      ) : (
        <ul className="grid gap-2">
          {attention.map(({ what, count, cause }) => (
            <li key={what} className="border-danger border-l-4 pl-3 font-bold wrap-anywhere">
              {words.warningSentences[what](count, cause)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Now({ of: { version, startedAt, now }, at }: { of: Operations; at: number }) {
  const { nowRows: names } = words;
  const rows: [string, string | number][] = [
    [names.version, version],
    [names.uptime, words.duration((at - Date.parse(startedAt)) / 1_000)],
    [names.openCases, now.openCases],
    [names.waitingJobs, now.waitingJobs],
    [names.waitingMails, now.waitingMails],
    [names.disk, words.diskWords(gigabytes(now.diskFree), gigabytes(now.diskTotal))],
    [
      names.backup,
      now.backupAge === null ? words.noBackup : words.ago(wordsOf("backupAge", now.backupAge)),
    ],
  ];
  return (
    <section aria-labelledby="now" className={box}>
      <h2 id="now" className="mb-2 text-xl font-bold">
        {words.nowHeading}
      </h2>
      <dl className="grid gap-y-1 md:grid-cols-2 md:gap-x-10">
        {rows.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{name}</dt>
            <dd className="ml-auto min-w-0 text-right font-bold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
