import { endpoints } from "@market/contract/endpoints";
import type { Queries } from "../db/database.ts";
import type { Serve } from "../http/serve.ts";
import { insertConsent, selectConsents, selectRulesSeen, updateRulesSeen } from "./consents.sql.ts";

/** D49 */
export function consentRoutes(serve: Serve, { db }: { db: Queries }): void {
  serve(endpoints.listConsents, async ({ currentUser }) => ({
    success: true as const,
    consents: await selectConsents(db, currentUser.userId),
    rulesSeenAt: await selectRulesSeen(db, currentUser.userId),
  }));

  serve(endpoints.seeRules, async ({ currentUser }) => {
    await updateRulesSeen(db, currentUser.userId);
    return undefined;
  });

  serve(endpoints.giveConsent, async ({ currentUser, body, reply }) => {
    const isNew = await insertConsent(db, currentUser.userId, body.version);
    reply.code(isNew ? 201 : 200);
    return { success: true as const, consents: await selectConsents(db, currentUser.userId) };
  });
}
