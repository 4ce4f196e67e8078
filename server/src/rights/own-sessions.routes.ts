import { endpoints } from "@market/contract/endpoints";
import { freshSessionMinutes } from "@market/contract/limits";
import * as accountMessages from "@market/contract/rights/account-messages";
import type { Context } from "../context.ts";
import { AppError } from "../errors/errors.ts";
import { answerOnce } from "../http/idempotency.ts";
import type { Serve } from "../http/serve.ts";
import {
  endOwnSession,
  endOwnSessions,
  isSignInFresh,
  selectOwnSessions,
} from "../identity/sessions.sql.ts";

export function ownSessionRoutes(serve: Serve, { db }: Pick<Context, "db">): void {
  // Prevents a person at an unlocked browser from shutting its owner out.
  const requireFresh = async (sessionId: string) => {
    if (!(await isSignInFresh(db, sessionId, freshSessionMinutes)))
      throw new AppError("sign-in-again", { message: accountMessages.signInToEndSessions });
  };

  serve(endpoints.listSessions, async ({ currentUser }) => {
    const sessions = await selectOwnSessions(db, currentUser.identityId);
    return {
      success: true as const,
      sessions: sessions.map(({ createdAt, lastSeenAt, ...session }) => ({
        ...session,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        current: session.id === currentUser.sessionId,
      })),
    };
  });

  serve(endpoints.endSession, async (call) => {
    const answer = await answerOnce(db, call, async (transaction) => {
      const { identityId, sessionId } = call.currentUser;
      if (call.params.sessionId !== sessionId) await requireFresh(sessionId);
      if (!(await endOwnSession(transaction, identityId, call.params.sessionId)))
        throw new AppError("session-not-found");
      return { reply: undefined };
    });
    call.request.log.info({ event: "session-ended" }, "a student ended one of their sessions");
    return answer;
  });

  serve(endpoints.logOutEverywhere, async ({ currentUser, request }) => {
    await requireFresh(currentUser.sessionId);
    await endOwnSessions(db, currentUser.identityId);
    request.log.info({ event: "sign-out-everywhere" }, "a student ended all of their sessions");
    return undefined;
  });
}
