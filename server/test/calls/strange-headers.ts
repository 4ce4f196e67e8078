import fc from "fast-check";

/** Existing values, for requests that are almost valid. */
export type Known = { token: string; productId: string; photoId: string };

/** Texts that are known to break programs. */
export const odd = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    ..."'|\"|;--|' or 1=1 --|../../etc/passwd|..\\..\\x|{{7*7}}|${7*7}|%00|%ff|%|%zz|<script>|javascript:x|NaN|Infinity|-0|1e309|0x10|१००|null|undefined|true|[]|{}|__proto__|constructor".split(
      "|",
    ),
    "\0",
    "\ud800",
    "\u202e",
    "\r\nx: y",
    "",
    " ",
    "a".repeat(5000),
    "a\u0301".repeat(300),
    "((((a+)+)+)+)+!",
  ),
);
const types = [
  "application/json",
  "application/json; charset=utf-8",
  "application/json;",
  "APPLICATION/JSON",
  "application/json\t; x",
  "application/json; charset=utf-16",
  "application/problem+json",
  "application/*",
  "text/plain",
  "text/html",
  "application/xml",
  "application/x-www-form-urlencoded",
  "*/*",
  "x",
  "/",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  'multipart/form-data; boundary="x"',
  "multipart/form-data; boundary=",
  "multipart/mixed; boundary=x",
  "multipart/form-data; boundary=x; boundary=y",
  "application/json; multipart/form-data; boundary=x",
  "image/jpeg",
  "",
];
const plain = fc
  .string({ unit: "grapheme-ascii", maxLength: 60 })
  .map((text) => text.replace(/\p{Cc}/gu, ""));

/** A value in one of `times` cases, otherwise undefined. */
const seldom = (times: number, values: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: times - 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: values },
  );
const some = (values: fc.Arbitrary<string>) => seldom(6, values);

export function headersOf({ token }: Known): fc.Arbitrary<Record<string, string>> {
  return fc
    .record({
      authorization: fc.oneof(
        { weight: 5, arbitrary: fc.constant(`Bearer ${token}`) },
        { weight: 2, arbitrary: fc.constant(undefined) },
        fc.constantFrom(
          `Bearer ${token}x`,
          "Bearer",
          "Basic YTpi",
          "bearer null",
          `Bearer ${token}, ${token}`,
        ),
        plain,
      ),
      "content-type": seldom(4, fc.oneof(fc.constantFrom(...types), plain)),
      "x-requested-with": some(fc.constantFrom("campus-marketplace", "XMLHttpRequest")),
      "sec-fetch-site": some(fc.constantFrom("same-origin", "cross-site", "x")),
      "idempotency-key": some(fc.oneof(fc.uuid(), plain)),
      "if-match": some(
        fc.oneof(fc.constantFrom('"1"', "*", 'W/"1"', '"99999999999999999999"'), plain),
      ),
      "if-none-match": some(fc.oneof(fc.constantFrom("*", '"x"', '"a",'.repeat(500)), plain)),
      "if-modified-since": some(fc.oneof(fc.constant("Thu, 01 Jan 1970 00:00:00 GMT"), plain)),
      range: some(
        fc.constantFrom("bytes=0-0", "bytes=-1", "bytes=9-1", `bytes=${"0-0,".repeat(400)}`, "x"),
      ),
      "accept-encoding": some(
        fc.constantFrom("br", "gzip;q=0", "*;q=nan", "identity;q=0", "x,".repeat(300)),
      ),
      accept: some(plain),
      cookie: some(
        fc.oneof(
          plain,
          fc.constantFrom("a=b; a=b", `session-3000=${"x".repeat(3000)}`, "=;=;", "__proto__=x"),
        ),
      ),
      "content-encoding": some(fc.constantFrom("gzip", "br", "x")),
      "x-forwarded-for": some(fc.oneof(plain, fc.constantFrom("127.0.0.1", "::1", "999.1.1.1, x"))),
      "x-forwarded-host": some(fc.constant("evil.example")),
      "user-agent": some(plain),
      origin: seldom(30, fc.constantFrom("https://evil.example", "null", "x")),
    })
    .map((all) => {
      const sendable = Object.entries(all).filter(
        ([, value]) => value !== undefined && isSendable(value),
      );
      return Object.fromEntries(sendable) as Record<string, string>;
    });
}
/** Headers that Node's client refuses to send. */
const isSendable = (value: string) => !/[^\t\x20-\x7e\x80-\xff]/.test(value);
