/** Text that PostgreSQL and JSON can hold: no NUL, no lone surrogate (RFC 8259 section 8.2). */
const storable = /^[^\0\uD800-\uDFFF]*$/u;

export const notStorable = "This text has characters that cannot be stored.";

export function isStorable(text: string): boolean {
  return storable.test(text);
}

/** NFC, trimmed, no control or direction-override characters, at most four combining marks in a row; empty if nothing is visible (D05). */
export function cleanText(raw: string, multiline = false): string {
  const cleaned = raw
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(multiline ? /[^\P{Cc}\n]/gu : /\p{Cc}+/gu, multiline ? "" : " ")
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, "")
    .replace(/(\p{M}{4})\p{M}+/gu, "$1")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return /[^\p{C}\p{Z}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u.test(cleaned) ? cleaned : "";
}

/** The text of a search box, or undefined when it has no letter or digit. */
export function searchTextOf(raw: string | undefined): string | undefined {
  const text = cleanText(raw?.replace(/\p{Surrogate}/gu, "\uFFFD") ?? "").replace(/\s+/g, " ");
  return /[\p{L}\p{N}]/u.test(text) ? text : undefined;
}
