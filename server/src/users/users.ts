import type { ErrorCode, FieldError } from "@market/contract/errors";
import { errors } from "@market/contract/errors";
import { maxLength } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import { cleanText, isStorable } from "@market/contract/text";
import {
  avatarNames,
  countryNames,
  genderOf,
  readJoinedPhone,
  readSemester,
  type ProfileChange,
  type Registration,
  type User,
} from "@market/contract/users";
import { AppError } from "../errors.ts";
import type { NewUser, UserChange, UserRow } from "./users.sql.ts";

type Fault = FieldError & { code: ErrorCode };

/** What a student sees of himself (R253 to R257). */
export function presentUser({ id, ...user }: UserRow): User {
  return { _id: id, ...user, gender: genderOf(user.avatar) };
}

/**
 * Checks a registration (specification section 5). Name and e-mail of the body are not read (Q40).
 * @throws AppError with every faulty field, the first one's code and sentence in front
 */
export function readRegistration(body: Registration): NewUser {
  if (Object.values(body).some((value) => typeof value === "string" && !isStorable(value))) {
    throw new AppError("invalid-text");
  }
  const faults: Fault[] = [];
  const refuse = (field: string, code: ErrorCode, message: string = errors[code].message) => {
    faults.push({ field, code, message });
  };

  const country = countryNames.find((name) => name === body.country.trim());
  const phone = country && readJoinedPhone(country, body.phone);
  if (country === undefined) refuse("country", "invalid-enum");
  else if (phone === undefined) refuse("phone", "invalid-phone", messages.invalidPhone(country));
  else if (phone === "mismatch") refuse("phone", "country-code-mismatch");

  const course = cleanText(body.course);
  if (course === "") refuse("course", "invalid-course");
  if (course.length > maxLength.course) {
    refuse("course", "field-too-long", `Please use at most ${maxLength.course} characters.`);
  }
  const semester = readSemester(body.semester);
  if (semester === undefined) refuse("semester", "invalid-semester");

  if (country === undefined || phone === undefined || semester === undefined || faults.length > 0)
    throw refusal(faults);
  return { phone, country, course, semester };
}

/**
 * Checks a change of the profile. Gender is accepted beside an avatar and follows from it (Q28).
 * @throws AppError invalid-avatar, invalid-semester or nothing-to-change
 */
export function readProfileChange(body: ProfileChange): UserChange {
  const faults: Fault[] = [];
  const avatar = avatarNames.find((name) => name === body.avatar);
  if (body.avatar !== undefined && avatar === undefined) {
    faults.push({
      field: "avatar",
      code: "invalid-avatar",
      message: errors["invalid-avatar"].message,
    });
  }
  const semester = body.semester === undefined ? undefined : readSemester(body.semester);
  if (body.semester !== undefined && semester === undefined) {
    faults.push({ field: "semester", code: "invalid-semester", message: messages.semesterFailed });
  }
  if (faults.length > 0) throw refusal(faults);
  if (avatar === undefined && semester === undefined) throw new AppError("nothing-to-change");
  return { avatar, semester };
}

function refusal(faults: Fault[]): AppError {
  const [first] = faults;
  return new AppError(first?.code ?? "invalid-request", {
    message: first?.message,
    errors: faults.map(({ field, message }) => ({ field, message })),
  });
}
