import { call } from "../call.ts";

export const ownProducts = call("GET", "/api/products/user", "student");
export const getProduct = call("GET", "/api/products/{productId}", "student");
export const getItem = call("GET", "/api/items/{productId}", "public");
export const createProduct = call("POST", "/api/products/create", "student");
export const updateProduct = call("PUT", "/api/products/{productId}", "student");
export const toggleSold = call("PUT", "/api/products/{productId}/toggle-sold", "student");
export const confirmProduct = call("POST", "/api/products/{productId}/confirm", "student");
export const deleteProduct = call("DELETE", "/api/products/{productId}", "student");
export const renewProduct = call("POST", "/api/products/{productId}/renew", "student");
export const reserveProduct = call("PUT", "/api/products/{productId}/reservation", "student");
export const releaseProduct = call("DELETE", "/api/products/{productId}/reservation", "student");
export const keepProduct = call("PUT", "/api/products/{productId}/keep", "student");
export const restoreProduct = call("POST", "/api/products/{productId}/restore", "student");
export const deletedProducts = call("GET", "/api/products/deleted", "student");
export const priceHint = call("GET", "/api/products/price-hint", "student");
export const clickProduct = call("POST", "/api/products/{productId}/click", "optional");
