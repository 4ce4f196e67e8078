import * as z from "zod/mini";
import * as dealCalls from "../deal-calls.ts";
import * as notices from "./schemas.ts";
import * as safety from "../moderation/schemas.ts";
import { type Endpoint, success } from "../endpoint.ts";

export const noticeEndpoints = {
  listNotices: {
    ...dealCalls.listNotices,
    tells: ["Link"],
    summary: "What the caller is told, newest first, and how much of it is unread",
    query: safety.pageQuery,
    refusal: "invalid-filter",
    body: "none",
    reply: z.object({ success, unread: z.int(), notices: z.array(notices.notice) }),
  },
  readNotices: {
    ...dealCalls.readNotices,
    summary: "Mark the caller's notices as read: those named, or all",
    body: notices.readNotices,
    refusal: "invalid-fields",
    reply: z.object({ success, unread: z.int() }),
  },
  getNoticeSettings: {
    ...dealCalls.getNoticeSettings,
    summary:
      "Of which kinds of notices the caller hears, whether also by mail (`mail`, absent where none is sent) and as a push to this browser (`push`, absent where none is sent)",
    body: "none",
    reply: notices.noticeSettingsReply,
  },
  changeNoticeSettings: {
    ...dealCalls.changeNoticeSettings,
    summary: "Turn some kinds of notices on or off",
    body: notices.noticeSettingsChange,
    refusal: "invalid-fields",
    reply: notices.noticeSettingsReply,
  },
  subscribePush: {
    ...dealCalls.subscribePush,
    summary:
      "Push notices to the browser of the caller's session; what it subscribed to before is replaced. 404 where none are pushed",
    body: notices.pushSubscription,
    refusal: "invalid-fields",
    status: 204,
    reply: "none",
  },
  unsubscribePush: {
    ...dealCalls.unsubscribePush,
    summary: "Push no notices to the browser of the caller's session any more",
    body: "none",
    status: 204,
    reply: "none",
  },
} as const satisfies Record<string, Endpoint>;
