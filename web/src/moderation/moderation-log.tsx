import { dateAndTimeOf } from "@market/contract/dates";
import * as calls from "@market/contract/moderation/calls";
import * as safetyMessages from "@market/contract/moderation/messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { nextPage } from "../api/next-page.ts";
import { call } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const names: Record<string, string> = {
  ...safetyMessages.actionWords,
  ...safetyMessages.logActions,
};

/** Who did what and why, newest first. */
export function ModerationLog() {
  const { data, isError, hasNextPage, fetchNextPage } = useInfiniteQuery({
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
  if (data === undefined)
    return isError ? (
      <p role="alert">{safetyMessages.logFailed}</p>
    ) : (
      <Skeleton className="rounded-card h-40" />
    );
  const log = data.pages.flatMap((page) => page.log);
  if (log.length === 0)
    return <p className="text-muted py-8 text-center">{safetyMessages.emptyLog}</p>;
  return (
    <div className="grid gap-4">
      <ol className="grid">
        {log.map(({ id, action, by, note, createdAt, alone, caseId }) => (
          <li key={id} className="border-line grid gap-1 border-b py-3">
            <p className="wrap-anywhere">
              <strong className="font-bold">{names[action] ?? action}</strong> ·{" "}
              {safetyMessages.decidedBy(by)}
              {alone && `, ${safetyMessages.doneAlone}`}
            </p>
            {note !== "" && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
            <p className="text-muted flex flex-wrap items-center gap-x-4 text-sm">
              {dateAndTimeOf(createdAt)}
              {caseId !== undefined && (
                <Link
                  className="inline-flex min-h-11 items-center font-bold underline"
                  to={{ search: `?case=${caseId}` }}
                >
                  {safetyMessages.logCase}
                </Link>
              )}
            </p>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button kind="plain" onClick={() => void fetchNextPage()}>
          {safetyMessages.moreCases}
        </Button>
      )}
    </div>
  );
}
