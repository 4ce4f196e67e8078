import { call } from "../call.ts";

export const listProducts = call("GET", "/api/products", "public");
export const listNames = call("GET", "/api/products/names", "public");
export const filterProducts = call("GET", "/api/products/filter", "public");
