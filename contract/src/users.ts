import * as z from "zod/mini";
import { maxLength } from "./limits.ts";

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

/** The style set to which an avatar belongs; gender is never asked for, only derived (Q28). */
export function genderOf(avatar: AvatarStyle): Gender {
  return avatarStyles.female.some((style) => style === avatar) ? "female" : "male";
}

/**
 * Address of a student's avatar (Q36). It holds the id, never the name: ours is drawn from the name on the server,
 * an outside one from the id.
 * @param style any style, for the picker; the saved one when absent (an outside service cannot know it: give it)
 * @param base the outside service of the settings, DiceBear's address scheme; our own server when absent
 */
export function avatarUrl(userId: string, style?: AvatarStyle, base?: string): string {
  if (base !== undefined) return `${base}/${style ?? avatarNames[0]}/svg?seed=${userId}`;
  return style === undefined ? `/avatars/${userId}` : `/avatars/${userId}/${style}`;
}

/** Removes every kind of white space (R383). */
export function stripSpace(text: string): string {
  return text.replace(/\s/gu, "");
}

/**
 * Checks a national number against its country's pattern (R383 to R394).
 * @param code the country code as typed; only read for Other
 * @returns the number in E.164 with its plus (for Other: code and number as typed, stripped), or undefined
 */
export function joinPhone(country: string, number: string, code = ""): string | undefined {
  const digits = stripSpace(number);
  const known = countries.find(({ name }) => name === country);
  if (known) return known.digits.test(digits) ? known.code + digits : undefined;
  if (country !== otherCountry || digits === "") return undefined;
  return `+${stripSpace(code).replace(/^\+/, "")}${digits}`;
}

/**
 * Checks a joined number as it arrives at the server (D14): the country's own code, then its pattern.
 * @returns the number to store, "mismatch" when the code is another country's, undefined when malformed
 */
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

/**
 * Accepts a semester by its label or as a bare 1 to 8 (Q27).
 * @returns the label, or undefined
 */
export function readSemester(text: string): Semester | undefined {
  const typed = text.trim();
  if (/^[1-8]$/.test(typed)) return semesters[Number(typed) - 1];
  return semesters.find((label) => label.toLowerCase() === typed.toLowerCase());
}

/** The student as the student sees himself (R253 to R257). Never part of any public answer. */
export const user = z.object({
  _id: z.uuid(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  course: z.string(),
  semester: z.enum(semesters),
  country: z.enum(countryNames),
  bio: z.string(),
  avatar: z.enum(avatarNames),
  gender: z.enum(["male", "female"]),
});
export type User = z.infer<typeof user>;

/** Body of google-register (R283 to R287). `name` and `email` are accepted and ignored (Q40). */
export const registration = z.object({
  phone: z.string(),
  course: z.string(),
  semester: z.string(),
  country: z.string(),
  name: z.optional(z.unknown()),
  email: z.optional(z.unknown()),
});
export type Registration = z.infer<typeof registration>;

/** Body of PUT profile: at least one of these, nothing else. */
export const profileChange = z.strictObject({
  avatar: z.optional(z.string()),
  semester: z.optional(z.string()),
  gender: z.optional(z.string()),
});
export type ProfileChange = z.infer<typeof profileChange>;

/** What the provider said of somebody who has signed in (R247 to R249). */
export const accountProfile = z.object({
  email: z.string(),
  displayName: z.string(),
  photoURL: z.nullable(z.string()),
});
export type AccountProfile = z.infer<typeof accountProfile>;
