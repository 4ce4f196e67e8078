import { endpoints } from "@market/contract/endpoints";
import { type NoticeKind, noticeKinds, type NoticeSettings } from "@market/contract/notices/notice";
import type { Context } from "../context.ts";
import type { Queries } from "../db/database.ts";
import { AppError } from "../errors/errors.ts";
import type { Serve, Student } from "../http/serve.ts";
import { paginate } from "../http/pagination.ts";
import { isMailOff, updateMailOff } from "./mails.sql.ts";
import {
  countUnread,
  markRead,
  selectKindsOff,
  selectNotices,
  updateKindsOff,
} from "./notices.sql.ts";
import { openPushKey } from "./push-message.ts";
import { pushRoutes } from "./push.routes.ts";
import { hasSubscription } from "./push.sql.ts";

type NoticeContext = Pick<Context, "config" | "db" | "outbox" | "applicationKey">;

export function noticeRoutes(serve: Serve, context: NoticeContext): void {
  const { config, db, outbox, applicationKey } = context;
  const pushKey = config.PUSH ? openPushKey(applicationKey).publicKey : undefined;
  if (pushKey !== undefined) pushRoutes(serve, context);

  serve(endpoints.listNotices, async ({ currentUser, query, request, reply }) => {
    const { limit, cursor } = query;
    const rows = await selectNotices(db, currentUser.userId, limit + 1, cursor);
    return {
      success: true as const,
      unread: await countUnread(db, currentUser.userId),
      notices: paginate(rows, query, ({ id }) => id, request, reply),
    };
  });

  serve(endpoints.readNotices, async ({ currentUser, body }) => {
    if (!(await markRead(db, currentUser.userId, body?.ids)))
      throw new AppError("notice-not-found");
    return { success: true as const, unread: await countUnread(db, currentUser.userId) };
  });

  const answerOf = async ({ userId, sessionId }: Student) => ({
    success: true as const,
    settings: await settingsOf(db, userId),
    ...(outbox.isOpen && { mail: !(await isMailOff(db, userId)) }),
    ...(pushKey !== undefined && {
      push: { key: pushKey, on: await hasSubscription(db, sessionId) },
    }),
  });

  serve(endpoints.getNoticeSettings, async ({ currentUser }) => answerOf(currentUser));

  serve(endpoints.changeNoticeSettings, async ({ currentUser, body }) => {
    const { userId } = currentUser;
    const { mail, ...wanted } = body;
    const kinds = Object.entries(wanted) as [NoticeKind, boolean][];
    const those = (isWanted: boolean) =>
      kinds.filter(([, isOn]) => isOn === isWanted).map(([kind]) => kind);
    await updateKindsOff(db, userId, { on: those(true), off: those(false) });
    if (mail !== undefined) await updateMailOff(db, userId, !mail);
    return answerOf(currentUser);
  });
}

async function settingsOf(db: Queries, userId: string): Promise<NoticeSettings> {
  const off = await selectKindsOff(db, userId);
  return Object.fromEntries(
    noticeKinds.map((kind) => [kind, !off.includes(kind)]),
  ) as NoticeSettings;
}
