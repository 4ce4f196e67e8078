/** Limited repetitions keep a search linear. Order matters: an email address contains what looks like a UPI address. */
export type ContactKind = "link" | "email" | "upi" | "phone";

/** Characters that may separate the digits of a phone number. */
const gap = "[ \\t.\\-–—_()/|~*\\u00a0\\u200b-\\u200f\\u202f\\u2060\\ufe0f\\u20e3]{0,4}";
const digitWord =
  "(?:zero|one|two|three|four|five|six|seven|eight|nine|double|triple|oh|shunya|ek|do|teen|cha?ar|pa?anch|chh?[ea]h?|saa?t|aa?th?|nau)";
/** Three and more of these in a row are prices: `9000 8500 700`. */
const roundNumber = "\\d{1,4}[05]";
/** Tried only where a word begins: elsewhere it would be read again from each of its letters. */
const local = "(?<![\\w.%+-])[\\w.%+-]{1,256}";
const knownEnding = "(?:com|org|net|edu|gov|info|(?:ac|co|edu)\\.in)";
const shortener =
  "(?:wa|t|m|ig)\\.me|bit\\.ly|youtu\\.be|goo\\.gl|amzn\\.(?:in|to)|amazon\\.in|g\\.co";
/** The surroundings of an `@` that means a place or a price. */
const noAddress =
  "(?:hostel|h\\d|[bg]h|lib|gate|block|campus|room|canteen|home|rs|inr|only|just|night|flat|patia)";

const patternsOf: readonly (readonly [kind: ContactKind, source: string])[] = [
  ["link", "\\b[a-z][a-z\\d+.-]{1,19}:\\/\\/\\S{1,2000}|\\bwww\\.\\S{1,2000}"],
  ["email", `${local}@[a-z\\d-]{1,63}(?:\\.[a-z\\d-]{1,63}){0,4}\\.[a-z]{2,12}\\b`],
  [
    "email",
    `${local} {0,2}(?:@|[([{]at[)\\]}]| at ) {0,2}[a-z\\d-]{1,63} {0,2}(?:\\.|[([{]dot[)\\]}]| dot ) {0,2}${knownEnding}\\b`,
  ],
  [
    "link",
    `\\b(?:${shortener})(?:\\/\\S{0,2000})?|\\b(?:[a-z\\d-]{1,63}\\.){1,5}(?:${knownEnding}\\b(?:\\/\\S{0,2000})?|[a-z]{2,12}\\/\\S{1,2000})`,
  ],
  ["link", `\\b[a-z\\d-]{1,63} dot (?:com|in|org|net)\\b`],
  [
    "upi",
    `(?!(?:price|pickup|pick|at|rate|meet)@)(?<![\\w.-])[\\w.-]{2,256}@(?!${noAddress})[a-z]{2}[a-z\\d]{0,20}\\b`,
  ],
  // Abroad and on a fixed line.
  ["phone", `\\+\\d{1,3}(?:${gap}\\d){7,12}(?!\\d)|(?<![\\d,.])0\\d{2,4}[ -]\\d{6,8}(?!\\d)`],
  // India: ten digits from 6 to 9 on, also spaced, also with the letter O for a zero.
  [
    "phone",
    `(?<![\\d,.])(?!(?:${roundNumber}[ /|–-]{1,3}){2,9}${roundNumber}(?!\\d))(?:(?:\\+|00)?91${gap}|0${gap})?[6-9](?:${gap}[\\dOo]){9}(?!\\d)`,
  ],
  // Any other digits of this length.
  ["phone", `(?<![\\d,.])\\d{10,13}(?![\\d,])`],
  ["phone", `[०-९](?:${gap}[०-९]){9,12}`],
  // Spelt out: five words or more for digits, with digits between them.
  ["phone", `\\d{0,6}(?:[\\s,.-]{0,3}\\b${digitWord}\\b[\\s,.-]{0,3}\\d{0,6}){5,14}`],
];

export const contactPatterns: readonly { kind: ContactKind; pattern: RegExp }[] = patternsOf.map(
  ([kind, source]) => ({ kind, pattern: new RegExp(source, "giu") }),
);
