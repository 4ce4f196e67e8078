import { endpoints } from "@market/contract/endpoints";
import type { Queries } from "../db/database.ts";
import type { Serve } from "../http/serve.ts";
import { insertConsent, selectConsents } from "./consents.sql.ts";

/** D49 */
export function consentRoutes(serve: Serve, { db }: { db: Queries }): void {
  serve(endpoints.listConsents, async ({ currentUser }) => ({
    success: true as const,
    consents: await selectConsents(db, currentUser.userId),
  }));

  serve(endpoints.giveConsent, async ({ currentUser, body, reply }) => {
    const isNew = await insertConsent(db, currentUser.userId, body.version);
    reply.code(isNew ? 201 : 200);
    return { success: true as const, consents: await selectConsents(db, currentUser.userId) };
  });
}
