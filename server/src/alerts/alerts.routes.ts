import { endpoints } from "@market/contract/endpoints";
import * as bundleMessages from "@market/contract/messages/bundles";
import { AppError } from "../http/errors.ts";
import type { Serve } from "../http/serve.ts";
import type { Context } from "../context.ts";
import { deleteAlert, insertAlert, selectAlerts } from "./alerts.sql.ts";

export function alertRoutes(serve: Serve, { db }: Pick<Context, "db">): void {
  serve(endpoints.listAlerts, async ({ currentUser }) => ({
    success: true as const,
    alerts: await selectAlerts(db, currentUser.userId),
  }));

  serve(endpoints.addAlert, async ({ currentUser, body, reply }) => {
    const added = await db.transaction((transaction) =>
      insertAlert(transaction, currentUser.userId, body),
    );
    if (added === "full") throw new AppError("alerts-full");
    const { alert, isNew } = added;
    reply.code(isNew ? 201 : 200);
    const message = isNew ? bundleMessages.alertAdded : bundleMessages.alertThere;
    return { success: true as const, message, alert };
  });

  serve(endpoints.deleteAlert, async ({ currentUser, params }) => {
    if (!(await deleteAlert(db, params.alertId, currentUser.userId)))
      throw new AppError("alert-not-found");
    return undefined;
  });
}
