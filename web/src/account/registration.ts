import { maxLength } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import { cleanText } from "@market/contract/text";
import {
  countries,
  countryNames,
  joinPhone,
  otherCountry,
  type Registration,
  semesters,
  stripSpace,
} from "@market/contract/users";
import { perTab } from "./storage.ts";

/** What the registration form holds, as typed. `code` is read for the country Other alone. */
export type RegistrationDraft = Record<
  "country" | "code" | "number" | "course" | "semester",
  string
>;
export type RegistrationFaults = Partial<Record<keyof RegistrationDraft, string>>;

/** The session storage key under which a half-filled form outlives a reload or a look at the terms. */
const draftKey = "registration";

export const emptyRegistration: RegistrationDraft = {
  country: countryNames[0],
  code: "",
  number: "",
  course: "",
  semester: semesters[0],
};

/** The country code that goes with the form's country (R311 to R320). */
export function codeOf({ country, code }: RegistrationDraft): string {
  return countries.find(({ name }) => name === country)?.code ?? code;
}

/** Checks the form by the rules of specification section 5 (R383 to R394) and joins the phone. */
export function checkRegistration(
  draft: RegistrationDraft,
): { value: Registration; faults?: undefined } | { faults: RegistrationFaults } {
  const faults: RegistrationFaults = {};
  const phone = joinPhone(draft.country, draft.number, draft.code);
  if (phone === undefined || phone.length > maxLength.phone)
    faults.number = messages.invalidPhone(draft.country);
  if (draft.country === otherCountry && stripSpace(draft.code).replace(/^\+/, "") === "") {
    faults.code = messages.countryCodeRequired;
  }
  const course = cleanText(draft.course);
  if (course === "") faults.course = messages.courseRequired;
  if (course.length > maxLength.course) faults.course = messages.courseTooLong(maxLength.course);
  if (phone === undefined || Object.keys(faults).length > 0) return { faults };
  return { value: { phone, course, semester: draft.semester, country: draft.country } };
}

/** The form as it was left in this tab, or an empty one. */
export function openRegistrationDraft(): RegistrationDraft {
  try {
    const kept = JSON.parse(perTab.read(draftKey) ?? "{}") as Partial<
      Record<keyof RegistrationDraft, unknown>
    >;
    const strings = Object.entries(kept).filter(([, value]) => typeof value === "string");
    return { ...emptyRegistration, ...Object.fromEntries(strings) };
  } catch {
    return emptyRegistration;
  }
}

export function keepRegistrationDraft(draft: RegistrationDraft): void {
  perTab.write(draftKey, JSON.stringify(draft));
}

export function discardRegistrationDraft(): void {
  perTab.remove(draftKey);
}
