import { maxLength } from "../limits.ts";

/** R309: "1st Semester" to "8th Semester"; the first is the default (R310). */
export const semesters = [
  "1st Semester",
  "2nd Semester",
  "3rd Semester",
  "4th Semester",
  "5th Semester",
  "6th Semester",
  "7th Semester",
  "8th Semester",
] as const;
export type Semester = (typeof semesters)[number];

/** Whether students see a seller's number when they ask for it, or the seller is asked first. */
export const contactChoices = ["open", "ask"] as const;
export type ContactChoice = (typeof contactChoices)[number];

type Country = { name: string; code: string; digits: RegExp };
/** R311 to R320 and R385 to R394, in the order of the specification. Other has a typed code. */
export const countries = [
  { name: "India", code: "+91", digits: /^[6-9][0-9]{9}$/ },
  { name: "Nepal", code: "+977", digits: /^[0-9]{10}$/ },
  { name: "USA", code: "+1", digits: /^[0-9]{10}$/ },
  { name: "UK", code: "+44", digits: /^[0-9]{10}$/ },
  { name: "Australia", code: "+61", digits: /^[0-9]{9}$/ },
  { name: "Bangladesh", code: "+880", digits: /^[0-9]{10}$/ },
  { name: "Japan", code: "+81", digits: /^[0-9]{9,10}$/ },
  { name: "France", code: "+33", digits: /^[0-9]{9}$/ },
  { name: "Germany", code: "+49", digits: /^[0-9]{10}$/ },
] as const satisfies readonly Country[];
export const otherCountry = "Other";
export const countryNames = [...countries.map((country) => country.name), otherCountry] as const;
export type CountryName = (typeof countryNames)[number];

/** R260 to R269. */
export const avatarStyles = {
  male: ["adventurer", "bottts", "micah", "thumbs", "big-ears"],
  female: ["fun-emoji", "big-smile", "lorelei", "croodles", "pixel-art-neutral"],
} as const;
export type Gender = keyof typeof avatarStyles;
export const avatarNames = [...avatarStyles.male, ...avatarStyles.female] as const;
export type AvatarStyle = (typeof avatarNames)[number];

/** The style set to which an avatar belongs; gender is never requested, only derived (Q28). */
export function genderOf(avatar: AvatarStyle): Gender {
  return avatarStyles.female.some((style) => style === avatar) ? "female" : "male";
}

/**
 * Address of a student's avatar (Q36), which contains the id, never the name.
 * @param style the saved one when absent; required with an outside service
 * @param base an outside service with DiceBear's addresses; our own server when absent
 */
export function avatarUrl(userId: string, style?: AvatarStyle, base?: string): string {
  if (base !== undefined) return `${base}/${style ?? avatarNames[0]}/svg?seed=${userId}`;
  return style === undefined ? `/avatars/${userId}` : `/avatars/${userId}/${style}`;
}

/** Removes all white space (R383). */
export function stripSpace(text: string): string {
  return text.replace(/\s/gu, "");
}

/** Checks a number by its country's pattern (R383 to R394); `code` is for Other. @returns E.164 (for Other as typed, stripped), or undefined */
export function joinPhone(country: string, number: string, code = ""): string | undefined {
  const digits = stripSpace(number);
  const known = countries.find(({ name }) => name === country);
  if (known) return known.digits.test(digits) ? known.code + digits : undefined;
  if (country !== otherCountry || digits === "") return undefined;
  return `+${stripSpace(code).replace(/^\+/, "")}${digits}`;
}

/** Checks country code and pattern (D14). @returns the number to store, "mismatch" for another country's code, undefined when malformed */
export function readJoinedPhone(country: string, joined: string): string | "mismatch" | undefined {
  const text = stripSpace(joined);
  const known = countries.find(({ name }) => name === country);
  if (known) {
    const bare = text.startsWith("+") ? text : `+${text}`;
    if (!bare.startsWith(known.code)) return "mismatch";
    return known.digits.test(bare.slice(known.code.length)) ? bare : undefined;
  }
  return country === otherCountry &&
    /\S/.test(text.replace(/^\+/, "")) &&
    text.length <= maxLength.phone
    ? text
    : undefined;
}

/** The label of a semester, given as label or as 1 to 8 (Q27). */
export function readSemester(text: string): Semester | undefined {
  const typed = text.trim();
  if (/^[1-8]$/.test(typed)) return semesters[Number(typed) - 1];
  return semesters.find((label) => label.toLowerCase() === typed.toLowerCase());
}

export type {
  GivenConsent,
  ProfileChange,
  Registration,
  Seller,
  SellerFacts,
  User,
} from "./schemas.ts";
