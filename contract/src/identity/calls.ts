import { call } from "../call.ts";

export const startSignIn = call("GET", "/api/auth/start", "public");
export const finishSignIn = call("GET", "/api/auth/callback", "public");
export const issueToken = call("POST", "/api/auth/token", "cookie");
export const logOut = call("POST", "/api/auth/logout", "cookie");
