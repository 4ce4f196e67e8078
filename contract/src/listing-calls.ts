/** What is called around a listing after it was made; apart from the calls of every page. */
import { call } from "./call.ts";

export const renewProduct = call("POST", "/api/products/{productId}/renew", "student");
export const reserveProduct = call("PUT", "/api/products/{productId}/reservation", "student");
export const releaseProduct = call("DELETE", "/api/products/{productId}/reservation", "student");
export const restoreProduct = call("POST", "/api/products/{productId}/restore", "student");
export const deletedProducts = call("GET", "/api/products/deleted", "student");
export const priceHint = call("GET", "/api/products/price-hint", "student");
export const createBundle = call("POST", "/api/bundles", "student");
export const ownBundles = call("GET", "/api/bundles", "student");
export const getBundle = call("GET", "/api/bundles/{bundleId}", "optional");
export const deleteBundle = call("DELETE", "/api/bundles/{bundleId}", "student");
export const listAlerts = call("GET", "/api/alerts", "student");
export const addAlert = call("PUT", "/api/alerts", "student");
export const deleteAlert = call("DELETE", "/api/alerts/{alertId}", "student");
