import * as calls from "@market/contract/students/calls";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/client.ts";

/** Whether buyers ask first, for listings without a choice of their own. */
export const ownContactChoice = queryOptions({
  queryKey: ["own", "contact-choice"],
  queryFn: async ({ signal }) => (await call(calls.getProfile, { signal })).user.contact,
});
