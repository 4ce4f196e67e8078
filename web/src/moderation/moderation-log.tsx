import { dateAndTimeOf } from "@market/contract/dates";
import * as calls from "@market/contract/moderation/calls";
import * as moderationMessages from "@market/contract/moderation/messages";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { nextPage } from "../api/next-page.ts";
import { call } from "../api/client.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { ShowMore } from "./show-more.tsx";

const names: Record<string, string> = {
  ...moderationMessages.actionWords,
  ...moderatorsMessages.logActions,
};

export function ModerationLog() {
  const found = useInfiniteQuery({
    queryKey: ["own", "moderation-log"],
    queryFn: async ({ pageParam, signal }) => {
      let next: string | undefined;
      const { log } = await call(calls.moderationLog, {
        query: pageParam ? { cursor: pageParam } : {},
        signal,
        onHeaders: (headers) => {
          next = nextPage(headers);
        },
      });
      return { log, next };
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  const { data, isError } = found;
  if (data === undefined)
    return isError ? (
      <p role="alert">{moderatorsMessages.logFailed}</p>
    ) : (
      <Skeleton className="rounded-card h-40" />
    );
  const log = data.pages.flatMap((page) => page.log);
  if (log.length === 0)
    return <p className="text-muted py-8 text-center">{moderatorsMessages.emptyLog}</p>;
  return (
    <div className="grid gap-4">
      <ol className="grid">
        {log.map(({ id, action, by, note, createdAt, alone, caseId, about }) => (
          <li key={id} className="border-line grid gap-1 border-b py-3">
            <p className="wrap-anywhere">
              <strong className="font-bold">{names[action] ?? action}</strong>
              {about !== undefined && `: ${about}`} · {moderatorsMessages.decidedBy(by)}
              {alone && `, ${moderatorsMessages.doneAlone}`}
            </p>
            {note !== "" && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
            <p className="text-muted flex flex-wrap items-center gap-x-4 text-sm">
              {dateAndTimeOf(createdAt)}
              {caseId !== undefined && (
                <Link
                  className="inline-flex min-h-11 items-center font-bold underline"
                  to={{ search: `?case=${caseId}` }}
                >
                  {moderatorsMessages.logCase}
                </Link>
              )}
            </p>
          </li>
        ))}
      </ol>
      <ShowMore of={found} failed={moderatorsMessages.logFailed} />
    </div>
  );
}
