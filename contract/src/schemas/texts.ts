import * as z from "zod/mini";
import { cleanText, isStorable } from "../text.ts";

/** Text as it is kept (D05), with at least one visible character. */
export const requiredText = (most: number) =>
  z.pipe(
    z.string().check(z.refine(isStorable)),
    z.pipe(
      z.transform((text: string) => cleanText(text, true)),
      z.string().check(z.minLength(1), z.maxLength(most)),
    ),
  );
export const optionalText = (most: number) =>
  z.pipe(
    z._default(z.string().check(z.refine(isStorable)), ""),
    z.pipe(
      z.transform((text: string) => cleanText(text, true)),
      z.string().check(z.maxLength(most)),
    ),
  );
