import * as calls from "@market/contract/moderation/calls";
import * as safetyMessages from "@market/contract/moderation/messages";
import { transparencyPage as words } from "@market/contract/moderation/messages";
import { call } from "../api/client.ts";
import { useFetch } from "../browser/use-fetch.ts";
import { ListFailure } from "../products/card/list-failure.tsx";
import { TransparencyTable } from "../moderation/transparency-table.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { type PageHandle, title } from "../routing/head.ts";
import { Reading } from "./reading.tsx";

export const handle: PageHandle = { head: title(words.title) };

export function Component() {
  const { data, failure, retry } = useFetch((signal) => call(calls.transparency, { signal }));
  const months = data?.months;
  return (
    <Reading title={words.title} lead={words.lead}>
      <div className="mt-8 grid gap-8">
        {!data && !failure && <Skeleton className="rounded-card h-64" />}
        {failure !== undefined && (
          <ListFailure sentence={safetyMessages.transparencyFailed} onRetry={retry} />
        )}
        {months?.length === 0 && <p>{safetyMessages.nothingYet}</p>}
        {months?.map((month) => (
          <TransparencyTable key={month.month} of={month} />
        ))}
      </div>
      <p className="text-muted mt-6 text-sm">{words.note}</p>
    </Reading>
  );
}
