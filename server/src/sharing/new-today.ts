import { newLeast } from "@market/contract/limits";
import * as messages from "@market/contract/sharing/messages";
import { newPage } from "@market/contract/pages/pages";
import type { Context } from "../context.ts";
import type { Queries } from "../db/database.ts";
import { issuerOf } from "../identity/identity.ts";
import { createColleagues } from "../identity/moderators.ts";
import { addNotices } from "../notices/notices.sql.ts";
import { countNewToday } from "./new-items.sql.ts";

/** Notifies moderators once a day that there is enough to share. @returns the new items and notified moderators; 0 if there are too few items */
export async function notifyOfNewItems(
  { config }: Pick<Context, "config">,
  transaction: Queries,
): Promise<{ items: number; moderators: number }> {
  const { day, items } = await countNewToday(transaction);
  if (items < newLeast) return { items, moderators: 0 };
  const colleagues = createColleagues(config.MODERATOR_EMAILS, issuerOf(config));
  const moderators = await colleagues.select(transaction);
  const registered = moderators.flatMap(({ userId }) => userId ?? []);
  await addNotices(
    transaction,
    registered.map((userId) => ({
      userId,
      kind: "new-today",
      text: messages.newToday(items),
      actions: [{ name: "open", label: messages.openNew, method: "GET", path: newPage }],
      dedupeKey: `new-today:${day}`,
    })),
    { isRepeatable: false },
  );
  return { items, moderators: registered.length };
}
