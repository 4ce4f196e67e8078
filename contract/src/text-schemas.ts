import * as z from "zod/mini";
import { filterDefault, filterMost } from "./limits.ts";
import { cleanText, isStorable, notStorable, searchTextOf } from "./text.ts";

/** Text of at most `most` characters; many tools cannot read a pattern with surrogates, nor send one alone. */
export const text = (most?: number) =>
  z
    .string()
    .check(
      z.refine(isStorable, { message: notStorable, params: { isStorable: false } }),
      ...(most === undefined ? [] : [z.maxLength(most)]),
      z.meta({ pattern: "^[^\\u0000]*$" }),
    );

/** The API description's note on texts that are stored without invisible characters. */
export const seen = (most: number) => ({
  minLength: 1,
  maxLength: most,
  pattern: String.raw`^[^\u0000]*(\p{L}|\p{N}|\p{P}|\p{S})[^\u0000]*$`,
});

/** Text as it is stored (D05), with at least one visible character. */
export const requiredText = (most: number) =>
  z.pipe(
    text().check(z.meta(seen(most))),
    z.pipe(
      z.transform((raw: string) => cleanText(raw, true)),
      z.string().check(z.minLength(1), z.maxLength(most)),
    ),
  );
export const optionalText = (most: number) =>
  z.pipe(
    z._default(text().check(z.meta({ maxLength: most })), ""),
    z.pipe(
      z.transform((raw: string) => cleanText(raw, true)),
      z.string().check(z.maxLength(most)),
    ),
  );

/** The text of a search box; undefined if it has no letter or digit. */
export const searchText = (most: number) =>
  z.pipe(
    z.pipe(z.optional(text().check(z.meta({ maxLength: most }))), z.transform(searchTextOf)),
    z.optional(z.string().check(z.maxLength(most))),
  );

/** Query of lists that page by id; `cursor` is the last id of the previous page. */
export const page = {
  limit: z._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,3}$/)),
      z.transform((digits) => Math.min(Number(digits), filterMost)),
    ),
    filterDefault,
  ),
  cursor: z.optional(z.uuid()),
};
export const pageQuery = z.object(page);
