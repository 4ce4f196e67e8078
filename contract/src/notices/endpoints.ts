import * as z from "zod/mini";
import { endpointsOf, ok } from "../endpoint.ts";
import { pageQuery } from "../text-schemas.ts";
import * as calls from "./calls.ts";
import * as schemas from "./schemas.ts";

export const noticeEndpoints = endpointsOf(calls, {
  listNotices: {
    tells: ["Link"],
    summary: "The caller's notices, newest first, and how many are unread",
    query: pageQuery,
    reply: ok({ unread: z.int(), notices: z.array(schemas.notice) }),
    forModerators: {
      reply: ok({
        unread: z.int(),
        notices: z.array(schemas.moderatorNotice),
        cases: z.optional(z.int()),
      }),
    },
  },
  readNotices: {
    summary: "Mark the caller's notices as read: those named, or all",
    body: schemas.readNotices,
    reply: ok({ unread: z.int() }),
  },
  getNoticeSettings: {
    summary:
      "The kinds of notices that the caller receives, and whether also by mail (`mail`, absent where none is sent) and as a push to this browser (`push`, absent where none is sent)",
    reply: schemas.noticeSettingsReply,
    forModerators: { reply: schemas.moderatorNoticeSettingsReply },
  },
  changeNoticeSettings: {
    summary: "Turn some kinds of notices on or off",
    body: schemas.noticeSettingsChange,
    reply: schemas.noticeSettingsReply,
    forModerators: {
      body: schemas.moderatorNoticeSettingsChange,
      reply: schemas.moderatorNoticeSettingsReply,
    },
  },
  subscribePush: {
    summary:
      "Push notices to the browser of the caller's session; what it subscribed to before is replaced. 404 where none are pushed",
    body: schemas.pushSubscription,
  },
  unsubscribePush: {
    summary: "Push no notices to the browser of the caller's session any more",
  },
});
