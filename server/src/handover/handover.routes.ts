import { endpoints } from "@market/contract/endpoints";
import * as messages from "@market/contract/handover/messages";
import type { Context } from "../context.ts";
import { answerOnce } from "../http/idempotency.ts";
import type { Serve } from "../http/serve.ts";
import { answerOffer, offerListing, withdraw } from "./handover.ts";
import { selectGiven, selectReceived } from "./handover.sql.ts";

export function handoverRoutes(serve: Serve, context: Context): void {
  const { db, changes } = context;

  serve(endpoints.offerHandover, (call) =>
    answerOnce(db, call, async (transaction) => {
      const { currentUser, params, body } = call;
      const { userId } = currentUser;
      const handover = await offerListing(transaction, userId, params.productId, body.email);
      return { reply: { success: true, handover } };
    }),
  );

  serve(endpoints.listHandovers, async ({ currentUser: { userId } }) => ({
    success: true as const,
    given: await selectGiven(db, userId),
    received: await selectReceived(db, userId),
  }));

  serve(endpoints.answerHandover, async (call) => {
    const { currentUser, params, body } = call;
    const answer = await answerOnce(db, call, async (transaction) => {
      const { userId } = currentUser;
      const handover = await answerOffer(context, transaction, userId, params.handoverId, body);
      const message = body.accept ? messages.accepted : messages.declined;
      return { reply: { success: true, message, handover } };
    });
    if (body.accept) changes.announce();
    return answer;
  });

  serve(endpoints.withdrawHandover, (call) =>
    answerOnce(db, call, async (transaction) => {
      const { currentUser, params } = call;
      const handover = await withdraw(transaction, currentUser.userId, params.handoverId);
      return { reply: { success: true, message: messages.withdrawn, handover } };
    }),
  );
}
