import { endpoints } from "@market/contract/endpoints";
import type { Queries } from "../db/database.ts";
import { readAttempt, runOnce } from "../http/idempotency.ts";
import { paginate } from "../http/pagination.ts";
import { SerializedJson, type Serve } from "../http/serve.ts";
import { selectFarewell } from "../products/lifetime/leaving.sql.ts";
import type { DealContext } from "./deal-events.ts";
import { decideDeal, giveFeedback, replyToFeedback, saveOutcome } from "./deals.ts";
import { selectOwnDeals } from "./deals.sql.ts";
import { selectOpenOutcomes } from "./outcomes.sql.ts";

export function dealRoutes(serve: Serve, { db, changes, events }: DealContext): void {
  serve(endpoints.openOutcomes, async ({ currentUser: { userId } }) => {
    const outcomes = await selectOpenOutcomes(db, userId);
    const farewell = await selectFarewell(db, userId);
    return { success: true as const, outcomes, ...(farewell && { farewell }) };
  });

  serve(endpoints.putOutcome, async ({ currentUser, params, body }) => {
    const { message, isPaused } = await db.transaction((transaction) =>
      saveOutcome(transaction, events, currentUser.userId, params.productId, body),
    );
    if (isPaused) changes.announce();
    return { success: true as const, ...(message !== undefined && { message }) };
  });

  serve(endpoints.listDeals, async ({ currentUser, query, request, reply }) => {
    const { limit, cursor } = query;
    const rows = await selectOwnDeals(db, currentUser.userId, limit + 1, cursor);
    return { success: true as const, deals: paginate(rows, query, ({ id }) => id, request, reply) };
  });

  /** A repeat under the same Idempotency-Key gets the same answer. */
  const answerOnce = async (
    attempt: ReturnType<typeof readAttempt>,
    work: (transaction: Queries) => Promise<object>,
  ) => {
    const { body } = await runOnce(db, attempt, async (transaction) =>
      JSON.stringify({ success: true, deal: await work(transaction) }),
    );
    changes.announce();
    return new SerializedJson(body);
  };

  serve(endpoints.putDeal, async ({ currentUser: { userId }, params: { dealId }, body, request }) =>
    answerOnce(readAttempt(request, userId, JSON.stringify(body)), (transaction) =>
      decideDeal(transaction, events, userId, dealId, body.confirmed),
    ),
  );

  serve(
    endpoints.giveFeedback,
    async ({ currentUser: { userId }, params: { dealId }, body, request }) =>
      answerOnce(readAttempt(request, userId, JSON.stringify(body)), (transaction) =>
        giveFeedback(transaction, events, userId, dealId, body),
      ),
  );

  serve(
    endpoints.replyToFeedback,
    async ({ currentUser: { userId }, params: { dealId }, body, request }) =>
      answerOnce(readAttempt(request, userId, JSON.stringify(body)), (transaction) =>
        replyToFeedback(transaction, events, userId, dealId, body.text),
      ),
  );
}
