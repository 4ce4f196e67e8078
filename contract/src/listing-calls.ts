/** What is called around a listing after it was made; apart from the calls of every page. */
import { call } from "./call.ts";

export const renewProduct = call("POST", "/api/products/{productId}/renew", "student");
export const reserveProduct = call("PUT", "/api/products/{productId}/reservation", "student");
export const releaseProduct = call("DELETE", "/api/products/{productId}/reservation", "student");
export const restoreProduct = call("POST", "/api/products/{productId}/restore", "student");
export const deletedProducts = call("GET", "/api/products/deleted", "student");
export const priceHint = call("GET", "/api/products/price-hint", "student");
