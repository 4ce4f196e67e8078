import { endpoints } from "@market/contract/endpoints";
import * as bundleMessages from "@market/contract/bundles/messages";
import { AppError } from "../errors/errors.ts";
import { answerOnce } from "../http/idempotency.ts";
import type { Serve } from "../http/serve.ts";
import type { Context } from "../context.ts";
import { deleteAlert, insertAlert, selectAlerts } from "./alerts.sql.ts";

export function alertRoutes(serve: Serve, { db }: Pick<Context, "db">): void {
  serve(endpoints.listAlerts, async ({ currentUser }) => ({
    success: true as const,
    alerts: await selectAlerts(db, currentUser.userId),
  }));

  serve(endpoints.addAlert, async (call) =>
    answerOnce(db, call, async (transaction) => {
      const added = await insertAlert(transaction, call.currentUser.userId, call.body);
      if (added === "full") throw new AppError("alerts-full");
      const { alert, isNew } = added;
      const message = isNew ? bundleMessages.alertAdded : bundleMessages.alertThere;
      return { reply: { success: true, message, alert }, status: isNew ? 201 : 200 };
    }),
  );

  serve(endpoints.deleteAlert, async (call) =>
    answerOnce(db, call, async (transaction) => {
      if (!(await deleteAlert(transaction, call.params.alertId, call.currentUser.userId)))
        throw new AppError("alert-not-found");
      return { reply: undefined };
    }),
  );
}
