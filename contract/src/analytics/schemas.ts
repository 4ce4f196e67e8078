import * as z from "zod/mini";
import { viewedPages } from "../pages/pages.ts";

/** Body of POST views (R027, R460, Q08): all that is ever reported of a visit. */
export const pageView = z.strictObject({
  page: z.enum(viewedPages),
  /** Host of the previous page if it was another site, otherwise empty. */
  referrer: z.string().check(z.regex(/^$|^(?=.{1,100}$)[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/)),
  viewport: z.enum(["phone", "tablet", "desktop"]),
  /** Language of the browser without its region (ISO 639-1). */
  language: z.string().check(z.regex(/^[a-z]{2}$/)),
});
export type PageView = z.infer<typeof pageView>;
