import * as messages from "@market/contract/deals/request-messages";
import { endpoints } from "@market/contract/endpoints";
import { answerOnce } from "../http/idempotency.ts";
import type { Serve } from "../http/serve.ts";
import {
  answerRequest,
  requestContact,
  type RequestContext,
  withdraw,
} from "./contact-requests.ts";
import { selectMade, selectReceived } from "./contact-requests.sql.ts";

export function contactRequestRoutes(serve: Serve, context: RequestContext): void {
  const { db, changes } = context;

  serve(endpoints.requestContact, async (call) => {
    let isMarked = false;
    const answer = await answerOnce(db, call, async (transaction) => {
      const { currentUser, params } = call;
      const made = await requestContact(context, transaction, currentUser.userId, params.productId);
      isMarked = made.isMarked;
      return {
        reply: { success: true, request: made.request },
        status: made.isNew ? 201 : 200,
      };
    });
    if (isMarked) changes.announce();
    return answer;
  });

  serve(endpoints.withdrawContactRequest, (call) =>
    answerOnce(db, call, async (transaction) => {
      await withdraw(transaction, call.currentUser.userId, call.params.productId);
      return { reply: { success: true, message: messages.withdrawn } };
    }),
  );

  serve(endpoints.listContactRequests, async ({ currentUser: { userId } }) => ({
    success: true as const,
    made: await selectMade(db, userId),
    received: await selectReceived(db, userId),
  }));

  serve(endpoints.answerContactRequest, async (call) => {
    const { currentUser, params, body } = call;
    const answer = await answerOnce(db, call, async (transaction) => {
      const { userId } = currentUser;
      const answered = await answerRequest(
        context,
        transaction,
        userId,
        params.requestId,
        body.answer,
      );
      return { reply: { success: true, ...answered } };
    });
    if (body.answer === "sold") changes.announce();
    return answer;
  });
}
