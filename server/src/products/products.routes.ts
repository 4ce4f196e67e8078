import { endpoints } from "@market/contract/endpoints";
import type { Serve } from "../http/serve.ts";
import { AppError } from "../errors/errors.ts";
import { readAttempt } from "../http/idempotency.ts";
import { deriveKey, hmac } from "../db/secrets.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import { insertClick } from "./clicks.sql.ts";
import { selectItemPage } from "./items.sql.ts";
import type { ListingContext } from "./listing-events.ts";
import { presentProduct } from "./present-product.ts";
import { createProduct, editProduct, markSold, removeProduct } from "./products.ts";
import { selectOwnProducts } from "./products.sql.ts";

export function productRoutes(serve: Serve, context: ListingContext, limiter: RateLimiter): void {
  const { db, applicationKey } = context;
  const viewerKey = deriveKey(applicationKey, "viewers");

  serve(endpoints.ownProducts, async ({ currentUser }) => {
    const rows = await selectOwnProducts(db, currentUser.userId);
    return {
      success: true as const,
      products: rows.map((row) => presentProduct(row, "seller")),
    };
  });

  serve(endpoints.getItem, async ({ params, reply }) => {
    const item = await selectItemPage(db, params.productId);
    if (item === undefined) throw new AppError("product-not-found");
    reply.header("cache-control", "public, max-age=0, must-revalidate");
    return { success: true as const, ...item };
  });

  serve(endpoints.createProduct, async ({ currentUser, request }) =>
    createProduct(context, currentUser.userId, request),
  );
  serve(endpoints.updateProduct, async ({ currentUser, params, request }) =>
    editProduct(context, currentUser.userId, params.productId, request),
  );

  serve(endpoints.toggleSold, async ({ currentUser, params, body, request }) => {
    const attempt = readAttempt(request, currentUser.userId, JSON.stringify(body ?? null));
    return markSold(context, attempt, params.productId, body?.isSold);
  });

  serve(endpoints.deleteProduct, async ({ currentUser, params, request }) =>
    removeProduct(context, readAttempt(request, currentUser.userId, ""), params.productId),
  );

  serve(endpoints.clickProduct, async ({ currentUser, params, request }) => {
    const day = new Date().toISOString().slice(0, 10);
    const viewer = currentUser?.userId ?? limiter.clientAddress(request.raw);
    await insertClick(
      db,
      params.productId,
      hmac(viewerKey, `${day} ${viewer}`),
      currentUser?.userId,
    );
    return undefined;
  });
}
