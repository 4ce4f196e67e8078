import * as z from "zod/mini";
import { endpointsOf, ok } from "../endpoint.ts";
import * as calls from "./calls.ts";

/** The caller's own key; its address is not returned again. */
const ownKey = z.object({ createdAt: z.iso.datetime(), endsAt: z.iso.datetime() });
export type OwnKey = z.infer<typeof ownKey>;

export const keyEndpoints = endpointsOf(calls, {
  makeKey: {
    summary:
      "Make a key to the caller's listings: an address that works without logging in, returned only here. It replaces every earlier one",
    status: 201,
    reply: ok({ url: z.url() }),
  },
  getKey: {
    summary: "Whether the caller has a key to their listings, and until when it works",
    reply: ok({ key: z.nullable(ownKey) }),
  },
  endKey: {
    summary: "End the caller's key, and the keys in mails about the caller's listings",
  },
});
