import { createHmac } from "node:crypto";
import { endpoints } from "@market/contract/endpoints";
import { ReadyJson, type Serve } from "../endpoint.ts";
import { AppError } from "../errors.ts";
import { readAttempt } from "../idempotency.ts";
import type { Parts } from "../parts.ts";
import { deriveKey } from "../secrets.ts";
import { revealProduct } from "./contacts.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import { insertClick } from "./clicks.sql.ts";
import { findItem } from "./items.ts";
import { createProduct, editProduct, markSold, removeProduct } from "./products.ts";
import { selectOwnProducts } from "./products.sql.ts";

/** The calls about one product, or one's own, of the specification (section 7). */
export function productRoutes(serve: Serve, parts: Parts, limiter: RateLimiter): void {
  const { config, db, applicationKey } = parts;
  const viewerKey = deriveKey(applicationKey, "viewers");
  const contactLimits = {
    perDay: config.LIMITS_CONTACTS_PER_DAY,
    perMinute: config.LIMITS_CONTACTS_PER_MINUTE,
  };

  serve(endpoints.ownProducts, async ({ caller }) => {
    const rows = await selectOwnProducts(db, caller.userId);
    return new ReadyJson(`{"success":true,"products":[${rows.map((row) => row.json).join(",")}]}`);
  });

  serve(endpoints.getProduct, async ({ caller, params, reply }) => {
    const json = await revealProduct(db, caller.userId, params.productId, contactLimits);
    reply.header("etag", `"${(JSON.parse(json) as { version: number }).version}"`);
    return new ReadyJson(`{"success":true,"product":${json},"message":"Product found"}`);
  });

  serve(endpoints.getItem, async ({ params, reply }) => {
    const item = await findItem(db, params.productId);
    if (item === undefined) throw new AppError("product-not-found");
    reply.header("cache-control", "public, max-age=0, must-revalidate");
    return new ReadyJson(`{"success":true,${item.slice(1)}`);
  });

  serve(endpoints.createProduct, async ({ caller, request }) =>
    createProduct(parts, caller.userId, request),
  );
  serve(endpoints.updateProduct, async ({ caller, params, request }) =>
    editProduct(parts, caller.userId, params.productId, request),
  );

  serve(endpoints.toggleSold, async ({ caller, params, body, request }) => {
    const attempt = readAttempt(request, caller.userId, JSON.stringify(body ?? null));
    return markSold(parts, attempt, params.productId, body?.isSold);
  });

  serve(endpoints.deleteProduct, async ({ caller, params, request }) =>
    removeProduct(parts, readAttempt(request, caller.userId, ""), params.productId),
  );

  serve(endpoints.clickProduct, async ({ caller, params, request }) => {
    const day = new Date().toISOString().slice(0, 10);
    const viewer = caller?.userId ?? limiter.addressOf(request.raw);
    await insertClick(
      db,
      params.productId,
      createHmac("sha256", viewerKey).update(`${day} ${viewer}`).digest(),
      caller?.userId,
    );
    return undefined;
  });
}
