import { endpoints } from "@market/contract/endpoints";
import type { Context } from "../context.ts";
import { AppError } from "../errors/errors.ts";
import { answerOnce } from "../http/idempotency.ts";
import type { Serve } from "../http/serve.ts";
import { endOwnSession, endOwnSessions, selectOwnSessions } from "../identity/sessions.sql.ts";

/** Lists and ends a student's sessions. */
export function ownSessionRoutes(serve: Serve, { db }: Pick<Context, "db">): void {
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

  serve(endpoints.endSession, async (call) =>
    answerOnce(db, call, async (transaction) => {
      const { identityId } = call.currentUser;
      if (!(await endOwnSession(transaction, identityId, call.params.sessionId)))
        throw new AppError("session-not-found");
      return { reply: undefined };
    }),
  );

  serve(endpoints.logOutEverywhere, async ({ currentUser }) => {
    await endOwnSessions(db, currentUser.identityId);
    return undefined;
  });
}
