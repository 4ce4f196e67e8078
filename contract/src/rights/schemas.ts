import * as z from "zod/mini";

/** Where a student is signed in; `browser` such as `Chrome on Android`, empty before its first token. */
export const session = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  browser: z.string(),
  current: z.boolean(),
});
