import { endpoints } from "@market/contract/endpoints";
import { restoreDays } from "@market/contract/limits";
import { dayAndMonthOf } from "@market/contract/dates";
import * as dealMessages from "@market/contract/deals/messages";
import type { Queries } from "../../db/database.ts";
import { AppError } from "../../errors/errors.ts";
import { answerOnce } from "../../http/idempotency.ts";
import type { Serve } from "../../http/serve.ts";
import type { ListingContext } from "../listing-events.ts";
import { lockStudent } from "../../students/students.sql.ts";
import { selectDeleted } from "./deleted-listings.sql.ts";
import { releaseProduct, reserveProduct } from "./lifetime.sql.ts";
import {
  confirmListing,
  keepListing,
  lockChangeable,
  requireReservable,
  restoreProduct,
} from "./lifetime.ts";
import { selectPriceHint } from "./price-hint.sql.ts";

export function lifetimeRoutes(serve: Serve, context: ListingContext): void {
  const { db, changes } = context;

  /** Locks the student's row for the change, so that no listing appears during a suspension. */
  const change = async <T>(
    userId: string,
    work: (transaction: Queries) => Promise<T | false | undefined>,
  ): Promise<T> => {
    const done = await db.transaction(async (transaction) => {
      await lockStudent(transaction, userId);
      return work(transaction);
    });
    if (done === false || done === undefined) throw new AppError("product-not-found");
    changes.announce();
    return done;
  };

  const confirm = (userId: string, productId: string) =>
    change(userId, async (transaction) => {
      await confirmListing(context, transaction, userId, productId);
      return true;
    });

  serve(endpoints.confirmProduct, async ({ currentUser: { userId }, params }) => {
    await confirm(userId, params.productId);
    return { success: true as const, message: dealMessages.confirmed };
  });

  serve(endpoints.renewProduct, async ({ currentUser: { userId }, params }) => {
    await confirm(userId, params.productId);
    return { success: true as const, message: dealMessages.renewed };
  });

  serve(endpoints.reserveProduct, async ({ currentUser: { userId }, params, body }) => {
    const reserved = await change(userId, async (transaction) => {
      await lockChangeable(transaction, params.productId, userId);
      const until = await requireReservable(transaction, body.until);
      return reserveProduct(transaction, params.productId, userId, until);
    });
    return {
      success: true as const,
      message: dealMessages.reserved,
      reservedUntil: reserved.until,
    };
  });

  serve(endpoints.releaseProduct, async ({ currentUser: { userId }, params }) => {
    await change(userId, (transaction) => releaseProduct(transaction, params.productId, userId));
    return { success: true as const, message: dealMessages.released };
  });

  serve(endpoints.keepProduct, async (call) => {
    const { currentUser, params, body } = call;
    const answer = await answerOnce(db, call, async (transaction) => {
      const { userId } = currentUser;
      const product = await keepListing(context, transaction, userId, params.productId, body.until);
      const message = dealMessages.kept(dayAndMonthOf(body.until));
      return { reply: { success: true, message, product } };
    });
    changes.announce();
    return answer;
  });

  serve(endpoints.restoreProduct, async (call) => {
    const { currentUser, params } = call;
    const answer = await answerOnce(db, call, async (transaction) => {
      const { userId } = currentUser;
      const product = await restoreProduct(context, transaction, userId, params.productId);
      return { reply: { success: true, message: dealMessages.broughtBack, product } };
    });
    changes.announce();
    return answer;
  });

  serve(endpoints.deletedProducts, async ({ currentUser }) => ({
    success: true as const,
    products: await selectDeleted(db, currentUser.userId, restoreDays),
  }));

  serve(endpoints.priceHint, async ({ query }) => {
    const hint = await selectPriceHint(db, query);
    return { success: true as const, ...(hint && { hint }) };
  });
}
