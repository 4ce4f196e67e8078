import { endpoints } from "@market/contract/endpoints";
import * as moderationMessages from "@market/contract/moderation/messages";
import type { DealContext } from "../deals/deal-events.ts";
import { readAttempt, runOnce } from "../http/idempotency.ts";
import { SerializedJson, type Serve } from "../http/serve.ts";
import { announceUrgentCase } from "./case-news.ts";
import { submitAppeal } from "./decide.ts";
import { selectOwnDecisions } from "./decisions.sql.ts";
import { paginate } from "../http/pagination.ts";
import { presentReport, submitReport } from "./reports.ts";
import { selectOwnReports } from "./reports.sql.ts";

export function reportRoutes(serve: Serve, context: DealContext): void {
  const { config, db, changes, events } = context;
  serve(endpoints.createReport, async ({ currentUser, body, request, reply }) => {
    const attempt = readAttempt(request, currentUser.userId, JSON.stringify(body));
    const answer = await runOnce(db, attempt, async (transaction) => {
      const { userId } = currentUser;
      const { report, isNew, urgentCase } = await submitReport(
        transaction,
        userId,
        body,
        config,
        events,
      );
      if (urgentCase !== undefined) await announceUrgentCase(context, transaction, urgentCase);
      const message = isNew ? moderationMessages.reportReceived : moderationMessages.reportedBefore;
      const text = JSON.stringify({ success: true, message, report });
      return { body: text, status: isNew ? 201 : 200 };
    });
    const status = answer.status ?? 201;
    // A new report may have hidden or paused the listing.
    if (status === 201) changes.announce();
    reply.code(status);
    return new SerializedJson(answer.body);
  });

  serve(endpoints.ownReports, async ({ currentUser, query, request, reply }) => {
    const { limit, cursor } = query;
    const rows = await selectOwnReports(db, currentUser.userId, limit + 1, cursor);
    const shown = paginate(rows, query, ({ id }) => id, request, reply);
    return { success: true as const, reports: shown.map(presentReport) };
  });

  serve(endpoints.ownDecisions, async ({ currentUser, query, request, reply }) => {
    const { limit, cursor } = query;
    const rows = await selectOwnDecisions(db, currentUser.userId, limit + 1, cursor);
    return {
      success: true as const,
      decisions: paginate(rows, query, ({ id }) => id, request, reply),
    };
  });

  serve(endpoints.createAppeal, async ({ currentUser, body, request }) => {
    const attempt = readAttempt(request, currentUser.userId, JSON.stringify(body));
    const answer = await runOnce(db, attempt, async (transaction) => {
      await submitAppeal(transaction, currentUser.userId, body);
      return JSON.stringify({ success: true, message: moderationMessages.appealReceived });
    });
    return new SerializedJson(answer.body);
  });
}
