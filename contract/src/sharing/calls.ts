import { call } from "../call.ts";

export const newItemsMessage = call("GET", "/api/digest", "public");
export const newListings = call("GET", "/api/new", "public");
