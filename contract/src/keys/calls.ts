import { call } from "../call.ts";

export const makeKey = call("POST", "/api/users/me/key", "student");
export const getKey = call("GET", "/api/users/me/key", "student");
export const endKey = call("DELETE", "/api/users/me/key", "student");
