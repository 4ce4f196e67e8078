import { endpoints } from "@market/contract/endpoints";
import * as bundleMessages from "@market/contract/bundles/messages";
import { AppError } from "../errors/errors.ts";
import { readAttempt, runOnce } from "../http/idempotency.ts";
import { SerializedJson, type Serve } from "../http/serve.ts";
import type { Context } from "../context.ts";
import { deleteAlert, insertAlert, selectAlerts } from "./alerts.sql.ts";

export function alertRoutes(serve: Serve, { db }: Pick<Context, "db">): void {
  serve(endpoints.listAlerts, async ({ currentUser }) => ({
    success: true as const,
    alerts: await selectAlerts(db, currentUser.userId),
  }));

  serve(endpoints.addAlert, async ({ currentUser, body, request, reply }) => {
    const attempt = readAttempt(request, currentUser.userId, JSON.stringify(body));
    const answer = await runOnce(db, attempt, async (transaction) => {
      const added = await insertAlert(transaction, currentUser.userId, body);
      if (added === "full") throw new AppError("alerts-full");
      const { alert, isNew } = added;
      const message = isNew ? bundleMessages.alertAdded : bundleMessages.alertThere;
      return { body: JSON.stringify({ success: true, message, alert }), status: isNew ? 201 : 200 };
    });
    reply.code(answer.status ?? 201);
    return new SerializedJson(answer.body);
  });

  serve(endpoints.deleteAlert, async ({ currentUser, params }) => {
    if (!(await deleteAlert(db, params.alertId, currentUser.userId)))
      throw new AppError("alert-not-found");
    return undefined;
  });
}
