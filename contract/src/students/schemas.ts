import * as z from "zod/mini";
import { feedbackTags } from "./feedback.ts";
import { maxLength } from "../limits.ts";
import { seen, text } from "../text-schemas.ts";
import {
  avatarNames,
  contactChoices,
  countries,
  countryNames,
  otherCountry,
  semesters,
} from "./student.ts";

/** A student as they see themselves (R253 to R257). Never part of any public answer. */
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

const contact = z.enum(contactChoices);
/** The answer to a change: `contact` is for all listings without a choice of their own. */
export const changedProfile = z.extend(user, { contact });
/** `leavingOn` is private; the day of a move-out sale is another one. */
export const ownProfile = z.extend(changedProfile, { leavingOn: z.nullable(z.iso.date()) });
export type OwnProfile = z.infer<typeof ownProfile>;

/** A student's agreement to a version of the notice about personal data (D49). */
export const consent = z.object({
  version: z.string().check(z.regex(/^[\w.-]{1,32}$/)),
  adult: z.literal(true),
});
export const givenConsent = z.object({
  version: z.string(),
  adult: z.literal(true),
  givenAt: z.iso.datetime(),
});
export type GivenConsent = z.infer<typeof givenConsent>;

const course = text().check(z.meta(seen(maxLength.course)));
const semester = text().check(
  z.meta({ enum: [...semesters, ...semesters.map((_, index) => String(index + 1))] }),
);
const country = text().check(z.meta({ enum: countryNames }));
/** The API description's list of countries with the numbers that `readJoinedPhone` accepts. */
const contacts = [
  ...countries.map(({ name, code, digits }) => ({
    country: { const: name },
    phone: {
      type: "string",
      pattern: digits.source.replace("^", String.raw`^\+?${code.slice(1)}`),
    },
  })),
  {
    country: { const: otherCountry },
    phone: { type: "string", pattern: String.raw`^\+?[^\s+]\S*$`, maxLength: maxLength.phone },
  },
].map((properties) => ({ properties, required: ["phone", "country"] }));
const oneOfThese = ["avatar", "semester", "course", "leavingOn", "contact"].map((name) => ({
  properties: { phone: false, country: false },
  required: [name],
}));

/** Body of google-register (R283 to R287). `name` and `email` are accepted and ignored (Q40). */
export const registration = z
  .object({
    phone: text(),
    course,
    semester,
    country,
    name: z.optional(z.unknown()),
    email: z.optional(z.unknown()),
    consent: z.optional(consent),
  })
  .check(z.meta({ anyOf: contacts }));
export type Registration = z.infer<typeof registration>;

/** Body of PUT profile: at least one of these, nothing else; `phone` and `country` go together. */
export const profileChange = z
  .strictObject({
    avatar: z.optional(text().check(z.meta({ enum: avatarNames }))),
    semester: z.optional(semester),
    gender: z.optional(text()),
    course: z.optional(course),
    phone: z.optional(text()),
    country: z.optional(country),
    /** The day on which the student leaves the campus, today or later; null takes it back. */
    leavingOn: z.optional(z.nullable(z.iso.date())),
    /** Whether buyers ask before they see the number, for listings without a choice of their own. */
    contact: z.optional(contact),
  })
  .check(z.meta({ anyOf: [...contacts, ...oneOfThese] }));
export type ProfileChange = z.infer<typeof profileChange>;

/** Feedback about a student from the other side of a deal. */
export const feedback = z.object({
  good: z.boolean(),
  tags: z.array(z.enum(feedbackTags)),
  text: z.string(),
  createdAt: z.iso.datetime(),
  reply: z.optional(z.string()),
});
export type Feedback = z.infer<typeof feedback>;

/** What visitors learn of a seller: month of registration (`2026-08`), replies, deals, content partners, and whether feedback has words. */
export const sellerFacts = z.object({
  since: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
  replies: z.optional(z.enum(["usually", "often-not"])),
  deals: z.int(),
  good: z.int(),
  said: z.optional(z.literal(true)),
});
export type SellerFacts = z.infer<typeof sellerFacts>;
/** A seller as other students see them; `name` is the first name. */
export const seller = z.extend(sellerFacts, {
  _id: z.uuid(),
  name: z.string(),
  avatar: z.enum(avatarNames),
  /** The latest with words, without names. */
  feedback: z.array(feedback),
  /** The seller's listings whose number the caller has asked for; absent if there are none. */
  contacted: z.optional(z.array(z.uuid())),
});
export type Seller = z.infer<typeof seller>;
