import { endpoints } from "@market/contract/endpoints";
import type { Database } from "../db.ts";
import { ReadyJson, type Serve } from "../endpoint.ts";
import { AppError } from "../errors.ts";
import { deleteSaved, insertSaved, selectSavedIds, selectSavedProducts } from "./saved.sql.ts";

/** What a student has put a heart on; every call sees and changes only the caller's own list. */
export function savedRoutes(serve: Serve, { db }: { db: Database }): void {
  serve(endpoints.savedProducts, async ({ caller }) => {
    const rows = await selectSavedProducts(db, caller.userId);
    return new ReadyJson(`{"success":true,"products":[${rows.map(({ json }) => json).join(",")}]}`);
  });

  serve(endpoints.savedIds, async ({ caller }) => ({
    success: true as const,
    ids: await selectSavedIds(db, caller.userId),
  }));

  serve(endpoints.saveProduct, async ({ caller, params }) => {
    const outcome = await db.transaction((transaction) =>
      insertSaved(transaction, caller.userId, params.productId),
    );
    if (outcome === "absent") throw new AppError("product-not-found");
    if (outcome === "full") throw new AppError("saved-full");
    return undefined;
  });

  serve(endpoints.unsaveProduct, async ({ caller, params }) => {
    await deleteSaved(db, caller.userId, params.productId);
    return undefined;
  });
}
