import * as z from "zod/mini";
import { cleanText, notStorable, searchTextOf, storable } from "../text.ts";

/** Every text that a call accepts. @param most characters */
export const text = (most?: number) =>
  z
    .string()
    .check(z.regex(storable, notStorable), ...(most === undefined ? [] : [z.maxLength(most)]));

/** Text as it is kept (D05), with at least one visible character. */
export const requiredText = (most: number) =>
  z.pipe(
    text(),
    z.pipe(
      z.transform((raw: string) => cleanText(raw, true)),
      z.string().check(z.minLength(1), z.maxLength(most)),
    ),
  );
export const optionalText = (most: number) =>
  z.pipe(
    z._default(text(), ""),
    z.pipe(
      z.transform((raw: string) => cleanText(raw, true)),
      z.string().check(z.maxLength(most)),
    ),
  );

/** What is typed into a search box; undefined without a letter or digit. */
export const searchText = (most: number) =>
  z.pipe(
    z.pipe(z.optional(text()), z.transform(searchTextOf)),
    z.optional(z.string().check(z.maxLength(most))),
  );
