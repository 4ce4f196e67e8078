import { endpoints } from "@market/contract/endpoints";
import { exportsPerDay, freshSessionMinutes } from "@market/contract/limits";
import * as accountMessages from "@market/contract/rights/account-messages";
import type { Context } from "../context.ts";
import { useAllowance } from "../db/allowances.sql.ts";
import { AppError } from "../errors/errors.ts";
import type { Serve } from "../http/serve.ts";
import { isSignInFresh } from "../identity/sessions.sql.ts";
import { zipOf } from "./export.ts";
import { selectExport, selectExportPhotos } from "./export.sql.ts";

/** D21 */
export function exportRoutes(serve: Serve, { db, storage, log }: Context): void {
  serve(endpoints.exportAccount, async ({ currentUser, reply }) => {
    const { userId, sessionId } = currentUser;
    if (!(await isSignInFresh(db, sessionId, freshSessionMinutes)))
      throw new AppError("sign-in-again", { message: accountMessages.signInToExport });
    const wait = await useAllowance(db, userId, "exports", exportsPerDay);
    if (wait > 0) throw new AppError("export-quota", { retryAfter: wait });
    const json = await selectExport(db, userId);
    if (json === undefined) throw new AppError("invalid-token");
    const photos = await selectExportPhotos(db, userId);
    const day = new Date().toISOString().slice(0, 10);
    return reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="market-export-${day}.zip"`)
      .type("application/zip")
      .send(zipOf({ json, photos }, storage, log));
  });
}
