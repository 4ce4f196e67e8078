import { endpoints } from "@market/contract/endpoints";
import {
  moderatorNoticeKinds,
  type NoticeKind,
  noticeKinds,
  type NoticeSettings,
} from "@market/contract/notices/notice";
import type { Context } from "../context.ts";
import type { Queries } from "../db/database.ts";
import { AppError } from "../errors/errors.ts";
import type { Serve, Student } from "../http/serve.ts";
import { paginate } from "../http/pagination.ts";
import { isMailOff, updateMailOff } from "./mails.sql.ts";
import {
  countUnread,
  markRead,
  type Reader,
  selectKindsOff,
  selectNotices,
  updateKindsOff,
} from "./notices.sql.ts";
import { openPushKey } from "./push-message.ts";
import { pushRoutes } from "./push.routes.ts";
import { hasSubscription } from "./push.sql.ts";

type NoticeContext = Pick<Context, "config" | "db" | "outbox" | "lastingKey">;

/** Cases are a moderator's notices only. */
type Moderation = {
  isModerator(identityId: string): Promise<boolean>;
  countCases(): Promise<number>;
};

export function noticeRoutes(serve: Serve, context: NoticeContext, moderation: Moderation): void {
  const { config, db, outbox, lastingKey } = context;
  const pushKey = config.PUSH ? openPushKey(lastingKey).publicKey : undefined;
  if (pushKey !== undefined) pushRoutes(serve, context);

  const readerOf = async ({ userId, identityId }: Student) => ({
    userId,
    isModerator: await moderation.isModerator(identityId),
  });

  serve(endpoints.listNotices, async ({ currentUser, query, request, reply }) => {
    const { limit, cursor } = query;
    const reader = await readerOf(currentUser);
    const rows = await selectNotices(db, reader, limit + 1, cursor);
    return {
      success: true as const,
      unread: await countUnread(db, reader),
      notices: paginate(rows, query, ({ id }) => id, request, reply),
      ...(reader.isModerator && { cases: await moderation.countCases() }),
    };
  });

  serve(endpoints.readNotices, async ({ currentUser, body }) => {
    if (!(await markRead(db, currentUser.userId, body?.ids)))
      throw new AppError("notice-not-found");
    return { success: true as const, unread: await countUnread(db, await readerOf(currentUser)) };
  });

  const answerOf = async (student: Student) => ({
    success: true as const,
    settings: await settingsOf(db, await readerOf(student)),
    ...(outbox.isOpen && { mail: !(await isMailOff(db, student.userId)) }),
    ...(pushKey !== undefined && {
      push: { key: pushKey, on: await hasSubscription(db, student.sessionId) },
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

async function settingsOf(db: Queries, { userId, isModerator }: Reader): Promise<NoticeSettings> {
  const off = await selectKindsOff(db, userId);
  const kinds: readonly NoticeKind[] = isModerator ? moderatorNoticeKinds : noticeKinds;
  return Object.fromEntries(kinds.map((kind) => [kind, !off.includes(kind)])) as NoticeSettings;
}
