import { pushTextMost } from "@market/contract/limits";
import { pageOfNotice } from "@market/contract/notices/notice";
import type { Context } from "../context.ts";
import type { Job, Queue } from "../jobs/jobs.ts";
import { isPushService, openPushKey, postMessage, type PushKey } from "./push-message.ts";
import {
  deleteLostSubscription,
  deleteOldPushes,
  endPush,
  planPushes,
  type Push,
  type PushId,
  selectPush,
} from "./push.sql.ts";

type NoticeContext = Pick<Context, "config" | "db" | "log" | "lastingKey" | "jobs">;

const plannedAtOnce = 200;
const mostAttempts = 9;
/** The queue of pushes. A failed one is retried after half a minute, then each time after twice as long, for about three hours. */
const pushQueue: Queue = {
  name: "push",
  retryLimit: mostAttempts - 1,
  retryDelay: 30,
  retryBackoff: true,
  heartbeatSeconds: 10,
};
/** Seconds. */
const shortestDelay = 30;
const longestDelay = 3_600;

/** One notice for one browser; `attempts` when a push service named the time of the next one. */
type PushJob = PushId & { attempts?: number };

export function pushJobs(parts: NoticeContext): Job<never>[] {
  const key = openPushKey(parts.lastingKey);
  return [
    { name: "push-notices", everySeconds: 5, anyClock: true, work: () => pushNotices(parts) },
    { ...pushQueue, concurrent: 20, work: (push: PushJob) => send(parts, key, push) },
    { name: "forget-old-pushes", cron: "7 * * * *", work: () => deleteOldPushes(parts.db) },
  ];
}

export async function pushNotices({ db, jobs }: Pick<NoticeContext, "db" | "jobs">): Promise<void> {
  const plan = () =>
    db.transaction(async (transaction) => {
      const pushes = await planPushes(transaction, plannedAtOnce);
      for (const push of pushes) await jobs.enqueue(transaction, pushQueue, push);
      return pushes.length;
    });
  while ((await plan()) > 0);
}

/** @throws what keeps the push service from taking it now */
async function send(
  { config, db, log, jobs }: NoticeContext,
  key: PushKey,
  { sessionId, noticeId, attempts = 1 }: PushJob,
): Promise<void> {
  const push = await selectPush(db, { sessionId, noticeId });
  if (push === undefined) return;
  const { endpoint } = push;
  // The operator's list may have changed.
  if (!isPushService(endpoint, config.PUSH_SERVICES)) return deleteLostSubscription(db, push);
  // The rest of the address is as good as a password.
  const { host } = new URL(endpoint);
  const authorization = await key.authorize(endpoint, config.CONTACT_EMAIL);
  const topic = noticeId.replaceAll("-", "");
  const text = JSON.stringify(payloadOf(push, config.CAMPUS_NAME));
  const { status, retryAfter } = await postMessage(push, { text, topic, authorization }).catch(
    ({ name, cause }: Error & { cause?: { code?: string } }) => {
      const reason = cause?.code ?? name;
      log.warn({ notice: noticeId, host, reason }, "a push service cannot be reached");
      throw new Error(`${host} cannot be reached: ${reason}`);
    },
  );
  if (status >= 200 && status < 300) return endPush(db, push, true);
  if (status === 404 || status === 410) return deleteLostSubscription(db, push);
  const isForNow = status === 429 || status >= 500;
  log.warn({ notice: noticeId, host, status, isForNow }, "a push service refused a notice");
  if (!isForNow) return endPush(db, push, false);
  if (retryAfter === 0) throw new Error(`${host} answered ${status}`);
  if (attempts === mostAttempts) return;
  const wait = Math.max(shortestDelay, Math.min(retryAfter, longestDelay));
  await jobs.enqueue(
    db,
    { ...pushQueue, retryLimit: mostAttempts - attempts - 1 },
    { sessionId, noticeId, attempts: attempts + 1 },
    wait,
  );
}

/** The content that the service worker shows, and the page that it opens. */
function payloadOf({ noticeId, kind, text, productId, caseId, asks }: Push, campus: string) {
  const words =
    text.length > pushTextMost
      ? `${text.slice(0, pushTextMost).replace(/[\uD800-\uDBFF]$/, "")}…`
      : text;
  const place = pageOfNotice({
    kind,
    ...(productId !== null && { productId }),
    ...(caseId !== null && { caseId }),
  });
  // Buttons of questions are in the list of notices.
  return {
    id: noticeId,
    title: `${campus} Marketplace`,
    text: words,
    path: asks ? "/notices" : place,
  };
}
