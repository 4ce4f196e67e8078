import { endpoints } from "@market/contract/endpoints";
import { consentVersion } from "@market/contract/limits";
import * as consentMessages from "@market/contract/rights/messages";
import type { Context } from "../context.ts";
import { answerOnce } from "../http/idempotency.ts";
import type { Serve } from "../http/serve.ts";
import { insertConsent, selectConsents, selectRulesSeen, updateRulesSeen } from "./consents.sql.ts";

/** D49 */
export function consentRoutes(serve: Serve, { config, db }: Pick<Context, "config" | "db">): void {
  serve(endpoints.getConsentNotice, async ({ reply }) => {
    reply.header("cache-control", "public, max-age=3600");
    return {
      success: true as const,
      version: consentVersion,
      items: consentMessages.items(config.ERASE_AFTER_DAYS),
    };
  });

  serve(endpoints.listConsents, async ({ currentUser }) => ({
    success: true as const,
    consents: await selectConsents(db, currentUser.userId),
    rulesSeenAt: await selectRulesSeen(db, currentUser.userId),
  }));

  serve(endpoints.seeRules, async ({ currentUser }) => {
    await updateRulesSeen(db, currentUser.userId);
    return undefined;
  });

  serve(endpoints.giveConsent, async (call) =>
    answerOnce(db, call, async (transaction) => {
      const { userId } = call.currentUser;
      const isNew = await insertConsent(transaction, userId, call.body.version);
      const consents = await selectConsents(transaction, userId);
      return { reply: { success: true, consents }, status: isNew ? 201 : 200 };
    }),
  );
}
