import * as calls from "@market/contract/moderation/calls";
import * as messages from "@market/contract/moderation/messages";
import type { TransparencyMonth } from "@market/contract/moderation/schemas";
import { call } from "../api/client.ts";
import { TransparencyTable } from "../moderation/transparency-table.tsx";
import { type PageHandle, title } from "../routing/head.ts";
import type { PageQuery } from "../routing/page.ts";
import { Reading } from "./reading.tsx";

const { transparencyPage: words } = messages;

export const handle: PageHandle = { head: title(words.title) };

/** Months that are in sight; the earlier ones are behind a fold. */
const inSight = 3;

export const query = (): PageQuery<TransparencyMonth[]> => ({
  queryKey: ["transparency"],
  queryFn: async ({ signal }) => (await call(calls.transparency, { signal })).months,
  given: ({ transparency }) => transparency,
});

export function Component({ found: months }: { found: readonly TransparencyMonth[] }) {
  return (
    <Reading title={words.title} lead={words.lead}>
      <div className="mt-8 grid gap-8">
        {months.length === 0 && <p>{messages.nothingYet}</p>}
        {months.slice(0, inSight).map((month) => (
          <TransparencyTable key={month.month} of={month} />
        ))}
        {months.length > inSight && (
          <details>
            <summary className="min-h-11 py-2 text-xl font-bold">{messages.earlierMonths}</summary>
            <div className="mt-4 grid gap-8">
              {months.slice(inSight).map((month) => (
                <TransparencyTable key={month.month} of={month} />
              ))}
            </div>
          </details>
        )}
      </div>
      <p className="text-muted mt-6 text-sm">{words.note}</p>
    </Reading>
  );
}
