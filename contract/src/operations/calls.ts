import { call } from "../call.ts";

export const showOperations = call("GET", "/api/operations", "moderator");
