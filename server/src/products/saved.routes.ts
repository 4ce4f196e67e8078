import { endpoints } from "@market/contract/endpoints";
import type { Database } from "../db/database.ts";
import type { Serve } from "../http/serve.ts";
import { AppError } from "../errors/errors.ts";
import { deleteSaved, insertSaved, selectSavedIds, selectSavedProducts } from "./saved.sql.ts";

export function savedRoutes(serve: Serve, { db }: { db: Database }): void {
  serve(endpoints.savedProducts, async ({ currentUser }) => ({
    success: true as const,
    products: await selectSavedProducts(db, currentUser.userId),
  }));

  serve(endpoints.savedIds, async ({ currentUser }) => ({
    success: true as const,
    ids: await selectSavedIds(db, currentUser.userId),
  }));

  serve(endpoints.saveProduct, async ({ currentUser, params }) => {
    const outcome = await db.transaction((transaction) =>
      insertSaved(transaction, currentUser.userId, params.productId),
    );
    if (outcome === "absent") throw new AppError("product-not-found");
    if (outcome === "full") throw new AppError("saved-full");
    return undefined;
  });

  serve(endpoints.unsaveProduct, async ({ currentUser, params }) => {
    await deleteSaved(db, currentUser.userId, params.productId);
    return undefined;
  });
}
