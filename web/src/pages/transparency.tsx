import * as calls from "@market/contract/moderation/calls";
import { useQuery } from "@tanstack/react-query";
import * as safetyMessages from "@market/contract/moderation/messages";
import { transparencyPage as words } from "@market/contract/moderation/messages";
import { call } from "../api/client.ts";
import { ListFailure } from "../products/card/list-failure.tsx";
import { TransparencyTable } from "../moderation/transparency-table.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { type PageHandle, title } from "../routing/head.ts";
import { Reading } from "./reading.tsx";

export const handle: PageHandle = { head: title(words.title) };

export function Component() {
  const { data, isError, refetch } = useQuery({
    queryKey: ["transparency"],
    queryFn: ({ signal }) => call(calls.transparency, { signal }),
  });
  const months = data?.months;
  return (
    <Reading title={words.title} lead={words.lead}>
      <div className="mt-8 grid gap-8">
        {!data && !isError && <Skeleton className="rounded-card h-64" />}
        {!data && isError && (
          <ListFailure
            sentence={safetyMessages.transparencyFailed}
            onRetry={() => void refetch()}
          />
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
