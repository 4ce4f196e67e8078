import { call } from "../call.ts";

export const googleLogin = call("POST", "/api/auth/google-login", "identity");
export const googleRegister = call("POST", "/api/auth/google-register", "identity");
export const getProfile = call("GET", "/api/auth/profile", "student");
export const updateProfile = call("PUT", "/api/auth/profile", "student");
export const getSeller = call("GET", "/api/sellers/{sellerId}", "student");
export const listBlocks = call("GET", "/api/blocks", "student");
export const blockUser = call("PUT", "/api/blocks/{userId}", "student");
export const unblockUser = call("DELETE", "/api/blocks/{userId}", "student");
