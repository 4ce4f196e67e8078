import { endpoints } from "@market/contract/endpoints";
import type { Context } from "../context.ts";
import { AppError } from "../errors/errors.ts";
import type { Serve } from "../http/serve.ts";
import { isPublicKey, isPushService } from "./push-message.ts";
import { deleteSubscription, saveSubscription } from "./push.sql.ts";

/** Serves push subscriptions; the addresses exist only if PUSH is on. */
export function pushRoutes(serve: Serve, { config, db }: Pick<Context, "config" | "db">): void {
  serve(endpoints.subscribePush, async ({ currentUser, body }) => {
    if (!isPushService(body.endpoint, config.PUSH_SERVICES))
      throw new AppError("push-service-unknown");
    if (!isPublicKey(body.keys.p256dh)) throw new AppError("invalid-fields");
    await db.transaction((transaction) => saveSubscription(transaction, currentUser, body));
    return undefined;
  });

  serve(endpoints.unsubscribePush, async ({ currentUser }) => {
    await deleteSubscription(db, currentUser);
    return undefined;
  });
}
