import { deleteOldAllowances } from "../db/allowances.sql.ts";
import type { Queries } from "../db/database.ts";
import { deletePreviousKey } from "../db/secrets.ts";
import { notifyOfShownFeedback } from "../notices/deal-notices.ts";
import { askLeavers, remindSellers } from "../notices/listing-notices.ts";
import type { DealEvents } from "../deals/deal-events.ts";
import { pauseUnanswered } from "../deals/doubts.ts";
import { deleteOldRequests } from "../deals/contact-requests.sql.ts";
import { deleteOldDoubts } from "../deals/doubts.sql.ts";
import { pauseUnresponsive } from "../deals/outcomes.sql.ts";
import { syncErasures } from "../backup/erasure-register.ts";
import { backupJobs } from "../backup/nightly.ts";
import { deleteOldViews } from "../analytics/views.sql.ts";
import { issuerOf } from "../identity/identity.ts";
import { deleteEndedSessions, endIdleSessions } from "../identity/sessions.sql.ts";
import { deleteOldSignIns } from "../identity/sign-in/sign-ins.sql.ts";
import { casePhotoDays, grievanceDays } from "@market/contract/limits";
import { remindModerators } from "../moderation/case-news.ts";
import { forgetOldPhotos } from "../moderation/cases.sql.ts";
import { eraseOldGrievances } from "../moderation/grievances.sql.ts";
import { photoJobs } from "../photos/photo-jobs.ts";
import { removalJob } from "../photos/photos.ts";
import type { Job } from "../jobs/jobs.ts";
import { copiedPhotoJob } from "../moderation/copies/copied-photos.ts";
import { endSuspensions } from "../moderation/measures.ts";
import type { ListingContext } from "../products/listing-events.ts";
import { mailNotices } from "../notices/mails.ts";
import { expireRequests } from "../notices/request-notices.ts";
import { deleteOldNotices } from "../notices/notices.sql.ts";
import { pushJobs } from "../notices/push.ts";
import { statisticsJobs } from "./statistics/record.ts";
import { warningJobs } from "./warnings.ts";
import { deleteOldClicks } from "../products/clicks.sql.ts";
import { type AlertEvents, alertJobs } from "../alerts/alerts.ts";
import { lifetimeJobs, lookEvery } from "../products/lifetime/lifetime.ts";
import { delistSoldProducts } from "../products/products.sql.ts";
import { eraseDeletedAccounts } from "../rights/erase-accounts.ts";
import { handoverJobs } from "../handover/handover.ts";
import { deleteOldHandovers } from "../handover/handover.sql.ts";
import { deleteOldKeys } from "../keys/keys.sql.ts";
import { deleteOldTokens } from "../keys/request-links.sql.ts";
import { deleteOldAbuseRecords } from "../identity/abuse-records.sql.ts";
import { notifyOfNewItems } from "../sharing/new-today.ts";
import { rebuildSearchWords } from "../search/search.sql.ts";

export function recurringJobs(
  context: ListingContext & { events: AlertEvents & DealEvents },
): Job<never>[] {
  const { db, changes, jobs } = context;
  /** Repeats a transaction of a bounded size until it changes nothing. */
  const repeat = async (work: (transaction: Queries) => Promise<number>) => {
    while ((await db.transaction(work)) > 0) changes.announce();
  };
  return [
    {
      name: "delist-sold-products",
      cron: "17 * * * *",
      work: () => repeat(delistSoldProducts),
    },
    {
      name: "end-suspensions",
      cron: "* * * * *",
      async work() {
        if (await db.transaction(endSuspensions)) changes.announce();
      },
    },
    {
      name: "pause-unresponsive-listings",
      everySeconds: lookEvery,
      work: () => repeat(pauseUnresponsive),
    },
    {
      name: "pause-doubted-listings",
      everySeconds: lookEvery,
      work: () => pauseUnanswered(context),
    },
    {
      name: "expire-contact-requests",
      everySeconds: lookEvery,
      work: () => expireRequests(context),
    },
    { name: "mail-notices", cron: "* * * * *", work: () => mailNotices(context) },
    { name: "tell-shown-feedback", cron: "57 * * * *", work: () => notifyOfShownFeedback(db) },
    // 09:00 on the campus.
    { name: "tell-moderators", cron: "30 3 * * *", work: () => remindModerators(context) },
    // 18:00 on the campus.
    {
      name: "tell-of-new-today",
      cron: "30 12 * * *",
      work: async () => {
        await db.transaction((transaction) => notifyOfNewItems(context, transaction));
      },
    },
    { name: "ask-leavers", cron: "19 * * * *", work: () => askLeavers(context) },
    { name: "tell-expiring", cron: "23 * * * *", work: () => remindSellers(context) },
    {
      name: "forget-old-counts",
      cron: "37 3 * * *",
      async work() {
        await deleteOldAllowances(db);
        await deleteOldClicks(db);
        await deleteOldDoubts(db);
        await deleteOldRequests(db);
        await deleteOldKeys(db);
        await deleteOldTokens(db);
        await deleteOldHandovers(db);
        await deleteOldNotices(db);
        await endIdleSessions(db, context.config.MODERATOR_EMAILS, issuerOf(context.config));
        await deleteEndedSessions(db);
        await deleteOldViews(db);
        await deleteOldAbuseRecords(db);
        await deletePreviousKey(db);
        await db.transaction(async (transaction) => {
          await eraseOldGrievances(transaction, grievanceDays);
          const files = await forgetOldPhotos(transaction, casePhotoDays);
          if (files.length > 0) await jobs.enqueue(transaction, removalJob, { files });
        });
      },
    },
    {
      name: "erase-deleted-accounts",
      cron: "27 * * * *",
      async work() {
        try {
          await eraseDeletedAccounts(context);
        } finally {
          await syncErasures(context);
        }
      },
    },
    { name: "forget-old-sign-ins", cron: "47 * * * *", work: () => deleteOldSignIns(db) },
    { name: "count-search-words", cron: "7 4 * * *", work: () => rebuildSearchWords(db) },
    ...context.outbox.jobs,
    ...(context.config.PUSH ? pushJobs(context) : []),
    ...warningJobs(context),
    ...statisticsJobs(context),
    ...lifetimeJobs(context),
    ...handoverJobs(context),
    ...alertJobs(context),
    ...photoJobs(context),
    copiedPhotoJob(context),
    ...backupJobs(context),
  ];
}
