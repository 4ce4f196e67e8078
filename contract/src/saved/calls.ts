import { call } from "../call.ts";

export const savedProducts = call("GET", "/api/saved", "student");
export const savedIds = call("GET", "/api/saved/ids", "student");
export const saveProduct = call("PUT", "/api/saved/{productId}", "student");
export const unsaveProduct = call("DELETE", "/api/saved/{productId}", "student");
