import { call } from "../call.ts";

export const createBundle = call("POST", "/api/bundles", "student");
export const ownBundles = call("GET", "/api/bundles", "student");
export const getBundle = call("GET", "/api/bundles/{bundleId}", "optional");
export const deleteBundle = call("DELETE", "/api/bundles/{bundleId}", "student");
