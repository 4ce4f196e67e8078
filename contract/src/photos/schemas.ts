import * as z from "zod/mini";

/** One stored photo: `url` is readable everywhere, `sources` are narrower or smaller files of it. */
const photoSource = z.object({ type: z.string(), width: z.int(), url: z.string() });
export const image = z.object({
  id: z.uuid(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
  thumbhash: z.string(),
  color: z.string(),
  sources: z.array(photoSource),
});
export type ProductImage = z.infer<typeof image>;

export const file = z.string().check(z.meta({ contentMediaType: "image/*" }));
export const photoForm = z.object({ image: file });
