import { pushTextMost } from "@market/contract/limits";
import { placeOf } from "@market/contract/notices";
import type { Context } from "../context.ts";
import type { Job } from "../jobs/jobs.ts";
import { isPushService, openPushKey, postMessage, type PushKey } from "./push-message.ts";
import {
  claimPushes,
  delayPush,
  deleteLostSubscription,
  deleteOldPushes,
  endPush,
  planPushes,
  type Push,
} from "./push.sql.ts";

type Parts = Pick<Context, "config" | "db" | "log" | "applicationKey">;

const atOnce = 20;
const mostAttempts = 6;
/** Milliseconds; what is left waits for the next turn. */
const longestTurn = 10_000;
/** Seconds. */
const longestDelay = 3_600;

export function pushJobs(parts: Parts): Job<never>[] {
  return [
    { name: "push-notices", everySeconds: 5, work: () => pushNotices(parts) },
    { name: "forget-old-pushes", cron: "7 * * * *", work: () => deleteOldPushes(parts.db) },
  ];
}

/** Students read on their phones at once what they are told. */
export async function pushNotices(parts: Parts): Promise<void> {
  const end = performance.now() + longestTurn;
  const key = openPushKey(parts.applicationKey);
  await planPushes(parts.db);
  while (performance.now() < end) {
    const claimed = await claimPushes(parts.db, atOnce, mostAttempts);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((push) => sendOne(parts, key, push)));
  }
}

async function sendOne({ config, db, log }: Parts, key: PushKey, push: Push): Promise<void> {
  const { endpoint, noticeId: notice } = push;
  // The operator's list may have changed.
  if (!isPushService(endpoint, config.PUSH_SERVICES)) return deleteLostSubscription(db, push);
  // The rest of the address is as good as a password.
  const { host } = new URL(endpoint);
  try {
    const authorization = await key.authorize(endpoint, config.CONTACT_EMAIL);
    const topic = notice.replaceAll("-", "");
    const text = JSON.stringify(payloadOf(push, config.CAMPUS_NAME));
    const { status, retryAfter } = await postMessage(push, { text, topic, authorization });
    if (status >= 200 && status < 300) return await endPush(db, push);
    if (status === 404 || status === 410) return await deleteLostSubscription(db, push);
    const isForNow = status === 429 || status >= 500;
    log.warn({ notice, host, status, isForNow }, "a push service refused a notice");
    if (!isForNow) await endPush(db, push);
    else if (retryAfter > 0) await delayPush(db, push, Math.min(retryAfter, longestDelay));
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    log.warn({ notice, host, reason: cause?.code ?? name }, "a push service cannot be reached");
  }
}

/** What the service worker shows, and what it opens. */
function payloadOf({ noticeId, kind, text, productId, asks }: Push, campus: string) {
  const words =
    text.length > pushTextMost
      ? `${text.slice(0, pushTextMost).replace(/[\uD800-\uDBFF]$/, "")}…`
      : text;
  const place = placeOf({ kind, ...(productId !== null && { productId }) });
  // Buttons of questions are in the list of notices.
  return {
    id: noticeId,
    title: `${campus} Marketplace`,
    text: words,
    path: asks ? "/notices" : place,
  };
}
