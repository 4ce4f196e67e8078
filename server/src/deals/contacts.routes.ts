import { endpoints } from "@market/contract/endpoints";
import type { Serve } from "../http/serve.ts";
import type { DealContext } from "./deal-events.ts";
import { revealProduct } from "./contacts.ts";

/** The only call that answers with another student's number. */
export function contactRoutes(serve: Serve, context: DealContext): void {
  const { config } = context;
  const limits = {
    perDay: config.LIMITS_CONTACTS_PER_DAY,
    perMinute: config.LIMITS_CONTACTS_PER_MINUTE,
  };
  serve(endpoints.getProduct, async ({ currentUser, params, reply }) => {
    const product = await revealProduct(context, currentUser.userId, params.productId, limits);
    reply.header("etag", `"${product.version}"`);
    return { success: true as const, product, message: "Product found" };
  });
}
