import * as z from "zod/mini";
import { filterMost, pushAddressMost } from "../limits.ts";
import { moderatorNoticeKinds, noticeKinds } from "./notice.ts";
import { text } from "../text-schemas.ts";

/** One tap is one call. */
const noticeAction = z.object({
  name: z.string(),
  label: z.string(),
  /** If it is `GET`, the path is one of our pages, otherwise a call. */
  method: z.enum(["GET", "POST", "PUT", "DELETE"]),
  path: z.string(),
  body: z.optional(z.record(z.string(), z.unknown())),
});
export type NoticeAction = z.infer<typeof noticeAction>;

export const notice = z.object({
  id: z.uuid(),
  kind: z.enum(noticeKinds),
  text: z.string(),
  productId: z.optional(z.uuid()),
  createdAt: z.iso.datetime(),
  readAt: z.optional(z.iso.datetime()),
  actions: z.array(noticeAction),
  /** The answer that was given, as a sentence; an answered notice has no actions. */
  answered: z.optional(z.string()),
});
export const moderatorNotice = z.extend(notice, {
  kind: z.enum(moderatorNoticeKinds),
  caseId: z.optional(z.uuid()),
});
export type Notice = z.infer<typeof moderatorNotice>;

/** Body of POST read; without ids all are meant. */
export const readNotices = z.optional(
  z.nullable(z.strictObject({ ids: z.optional(z.array(z.uuid()).check(z.maxLength(filterMost))) })),
);

const noticeSettings = z.record(z.enum(noticeKinds), z.boolean());
const moderatorNoticeSettings = z.record(z.enum(moderatorNoticeKinds), z.boolean());
export type NoticeSettings =
  | z.infer<typeof noticeSettings>
  | z.infer<typeof moderatorNoticeSettings>;
export const noticeSettingsChange = z.partialRecord(z.enum([...noticeKinds, "mail"]), z.boolean());
export const moderatorNoticeSettingsChange = z.partialRecord(
  z.enum([...moderatorNoticeKinds, "mail"]),
  z.boolean(),
);

/** A browser's `PushSubscription.toJSON()`: its address at the push service, and its keys. */
export const pushSubscription = z.object({
  endpoint: text(pushAddressMost),
  keys: z.object({
    p256dh: z.string().check(z.regex(/^B[\w-]{86}$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
});
export type PushSubscription = z.infer<typeof pushSubscription>;

/** The key that browsers subscribe with, and whether notices go to this one. */
export const pushState = z.object({ key: z.string(), on: z.boolean() });
export type PushState = z.infer<typeof pushState>;

/** `mail` is absent where no mails are sent, `push` where nothing is pushed. */
export const noticeSettingsReply = z.object({
  success: z.literal(true),
  settings: noticeSettings,
  mail: z.optional(z.boolean()),
  push: z.optional(pushState),
});
export const moderatorNoticeSettingsReply = z.extend(noticeSettingsReply, {
  settings: moderatorNoticeSettings,
});
