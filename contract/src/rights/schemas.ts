import * as z from "zod/mini";

/** A student's session; `browser` such as `Chrome on Android`, empty before its first token. */
export const session = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  browser: z.string(),
  current: z.boolean(),
});
