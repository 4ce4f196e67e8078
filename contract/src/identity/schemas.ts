import * as z from "zod/mini";

/** What the provider says of a person who has signed in (R247 to R249). */
export const accountProfile = z.object({
  email: z.string(),
  displayName: z.string(),
  photoURL: z.nullable(z.string()),
});
export type AccountProfile = z.infer<typeof accountProfile>;
