import { maxLength } from "@market/contract/limits";
import * as accountMessages from "@market/contract/identity/messages";
import { cleanText } from "@market/contract/text";
import {
  countries,
  countryNames,
  joinPhone,
  otherCountry,
  type Registration,
  semesters,
  stripSpace,
} from "@market/contract/students/student";
import { perTab } from "../browser/storage.ts";
import { registrationKey } from "../identity/sign-in/pending-sign-in.ts";

/** `code` is read for the country Other alone. */
export type RegistrationDraft = Record<
  "country" | "code" | "number" | "course" | "semester",
  string
>;
export type RegistrationFaults = Partial<Record<keyof RegistrationDraft, string>>;

export const emptyRegistration: RegistrationDraft = {
  country: countryNames[0],
  code: "",
  number: "",
  course: "",
  semester: semesters[0],
};

export function codeOf({ country, code }: RegistrationDraft): string {
  return countries.find(({ name }) => name === country)?.code ?? code;
}

/** The rules of specification section 5 (R383 to R394). */
export function checkRegistration(
  draft: RegistrationDraft,
): { value: Registration; faults?: undefined } | { faults: RegistrationFaults } {
  const faults: RegistrationFaults = {};
  const phone = joinPhone(draft.country, draft.number, draft.code);
  if (phone === undefined || phone.length > maxLength.phone)
    faults.number = accountMessages.invalidPhone(draft.country);
  if (draft.country === otherCountry && stripSpace(draft.code).replace(/^\+/, "") === "") {
    faults.code = accountMessages.countryCodeRequired;
  }
  const course = cleanText(draft.course);
  if (course === "") faults.course = accountMessages.courseRequired;
  if (course.length > maxLength.course)
    faults.course = accountMessages.courseTooLong(maxLength.course);
  if (phone === undefined || Object.keys(faults).length > 0) return { faults };
  return { value: { phone, course, semester: draft.semester, country: draft.country } };
}

export function openRegistrationDraft(): RegistrationDraft {
  const stored = Object.entries(perTab.readJson(registrationKey) ?? {});
  const strings = stored.filter(([, value]) => typeof value === "string");
  return { ...emptyRegistration, ...Object.fromEntries(strings) };
}

export function saveRegistrationDraft(draft: RegistrationDraft): void {
  perTab.write(registrationKey, JSON.stringify(draft));
}
