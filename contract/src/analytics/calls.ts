import { call } from "../call.ts";

export const countView = call("POST", "/api/views", "public");
