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
        {months.map((month) => (
          <TransparencyTable key={month.month} of={month} />
        ))}
      </div>
      <p className="text-muted mt-6 text-sm">{words.note}</p>
    </Reading>
  );
}
