import { endpoints } from "@market/contract/endpoints";
import { mostBundles, mostDaysAhead } from "@market/contract/limits";
import type { Queries } from "../db/database.ts";
import { isWithinCampusDays } from "../db/clock.sql.ts";
import { newId } from "../db/ids.ts";
import { AppError } from "../errors/errors.ts";
import { answerOnce } from "../http/idempotency.ts";
import type { Serve } from "../http/serve.ts";
import type { Context } from "../context.ts";
import { lockStudent } from "../students/students.sql.ts";
import {
  bundleUrl,
  countBundles,
  deleteBundle,
  insertBundle,
  lockOwn,
  selectBundle,
  selectOwnBundles,
} from "./bundles.sql.ts";

export function bundleRoutes(serve: Serve, { db, changes }: Context): void {
  serve(endpoints.createBundle, async (call) => {
    const { currentUser, body } = call;
    const { userId } = currentUser;
    const form = { ...body, productIds: [...new Set(body.productIds)] };
    return answerOnce(db, call, async (transaction) => {
      await requireDay(transaction, body.leavingOn);
      await lockStudent(transaction, userId);
      const own = await lockOwn(transaction, userId, form.productIds);
      if (own.length !== form.productIds.length) throw new AppError("product-not-found");
      if (own.some(({ isSold }) => isSold)) throw new AppError("already-sold");
      if ((await countBundles(transaction, userId)) >= mostBundles)
        throw new AppError("bundles-full");
      const id = newId();
      await insertBundle(transaction, id, userId, form);
      return { reply: { success: true, bundle: { id, url: bundleUrl(id) } } };
    });
  });

  serve(endpoints.ownBundles, async ({ currentUser }) => ({
    success: true as const,
    bundles: await selectOwnBundles(db, currentUser.userId),
  }));

  serve(endpoints.getBundle, async ({ currentUser, params }) => {
    const bundle = await selectBundle(db, params.bundleId, currentUser?.userId);
    if (bundle === undefined) throw new AppError("bundle-not-found");
    return { success: true as const, bundle };
  });

  serve(endpoints.deleteBundle, async (call) => {
    const answer = await answerOnce(db, call, async (transaction) => {
      if (!(await deleteBundle(transaction, call.params.bundleId, call.currentUser.userId)))
        throw new AppError("bundle-not-found");
      return { reply: undefined };
    });
    changes.announce();
    return answer;
  });
}

/** Checks the day. @throws AppError invalid-fields if it is past or too far in the future */
async function requireDay(transaction: Queries, day: string): Promise<void> {
  if (await isWithinCampusDays(transaction, day, mostDaysAhead)) return;
  throw new AppError("invalid-fields", {
    errors: [{ field: "leavingOn", message: "Please choose a day to come." }],
  });
}
