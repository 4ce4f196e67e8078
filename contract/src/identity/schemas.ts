import * as z from "zod/mini";

/** A signed-in person's claims from the provider (R247 to R249). */
export const accountProfile = z.object({
  email: z.string(),
  displayName: z.string(),
  photoURL: z.nullable(z.string()),
});
export type AccountProfile = z.infer<typeof accountProfile>;
