import { endpoints } from "@market/contract/endpoints";
import { consentVersion } from "@market/contract/limits";
import * as consentMessages from "@market/contract/rights/messages";
import type { Context } from "../context.ts";
import { readAttempt, runOnce } from "../http/idempotency.ts";
import { SerializedJson, type Serve } from "../http/serve.ts";
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

  serve(endpoints.giveConsent, async ({ currentUser: { userId }, body, request, reply }) => {
    const attempt = readAttempt(request, userId, JSON.stringify(body));
    const answer = await runOnce(db, attempt, async (transaction) => {
      const isNew = await insertConsent(transaction, userId, body.version);
      const consents = await selectConsents(transaction, userId);
      return { body: JSON.stringify({ success: true, consents }), status: isNew ? 201 : 200 };
    });
    reply.code(answer.status ?? 201);
    return new SerializedJson(answer.body);
  });
}
