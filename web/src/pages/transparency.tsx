import * as calls from "@market/contract/safety-calls";
import * as safetyMessages from "@market/contract/messages/safety";
import { transparencyPage as words } from "@market/contract/messages/safety";
import type { TransparencyMonth } from "@market/contract/schemas/safety";
import { useEffect, useState } from "react";
import { call } from "../api/client.ts";
import { ListFailure } from "../catalogue/card/list-failure.tsx";
import { TransparencyTable } from "../safety/transparency-table.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { type PageHandle, title } from "./head.ts";
import { Reading } from "./reading.tsx";

export const handle: PageHandle = { head: title(words.title) };

export function Component() {
  const [attempt, setAttempt] = useState(0);
  const [months, setMonths] = useState<readonly TransparencyMonth[] | "failed">();
  useEffect(() => {
    const leaving = new AbortController();
    call(calls.transparency, { signal: leaving.signal }).then(
      (answer) => setMonths(answer.months),
      () => {
        if (!leaving.signal.aborted) setMonths("failed");
      },
    );
    return () => leaving.abort();
  }, [attempt]);
  return (
    <Reading title={words.title} lead={words.lead}>
      <div className="mt-8 grid gap-8">
        {months === undefined && <Skeleton className="rounded-card h-64" />}
        {months === "failed" && (
          <ListFailure
            sentence={safetyMessages.transparencyFailed}
            onRetry={() => {
              setMonths(undefined);
              setAttempt(attempt + 1);
            }}
          />
        )}
        {Array.isArray(months) && months.length === 0 && <p>{safetyMessages.nothingYet}</p>}
        {Array.isArray(months) &&
          months.map((month) => <TransparencyTable key={month.month} of={month} />)}
      </div>
      <p className="text-muted mt-6 text-sm">{words.note}</p>
    </Reading>
  );
}
