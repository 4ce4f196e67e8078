import { countries, type User } from "@market/contract/students/student";
import { perTab } from "../browser/storage.ts";
import type { RegistrationDraft } from "./registration.ts";

const draftKey = "details";

/** The student's details as form fields: the phone is split into code and number. */
export function detailsOf(user: User): RegistrationDraft {
  const { country, phone, course, semester } = user;
  const known = countries.find(({ name }) => name === country)?.code;
  // Nothing shows where a typed country code ends; two digits are the most common.
  const code = known ?? phone.slice(0, 3);
  return { country, code: known ? "" : code, number: phone.slice(code.length), course, semester };
}

/** Survives a sign-in in this tab (R609). */
export function saveDetailsDraft(draft: RegistrationDraft): void {
  perTab.write(draftKey, JSON.stringify(draft));
}

export function detailsDraft(): RegistrationDraft | undefined {
  return perTab.readJson(draftKey) as RegistrationDraft | undefined;
}

export function discardDetailsDraft(): void {
  perTab.remove(draftKey);
}
