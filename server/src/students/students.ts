import { type ErrorCode, errors } from "@market/contract/errors";
import { maxLength } from "@market/contract/limits";
import * as accountMessages from "@market/contract/identity/messages";
import * as profileMessages from "@market/contract/students/messages";
import { cleanText } from "@market/contract/text";
import {
  avatarNames,
  countryNames,
  genderOf,
  readJoinedPhone,
  readSemester,
  type ProfileChange,
  type Registration,
  type User,
} from "@market/contract/students/student";
import { AppError, type FieldFault, refusalOf } from "../errors/errors.ts";
import type { NewUser, UserChange, UserRow } from "./students.sql.ts";

/** R253 to R257 */
export function presentUser({ id, ...user }: UserRow): User {
  return { _id: id, ...user, gender: genderOf(user.avatar) };
}

/** Specification section 5. @throws AppError with every faulty field */
export function readRegistration(body: Registration): NewUser {
  const faults: FieldFault[] = [];
  const contact = readContact(body.country, body.phone, faults);
  const course = readCourse(body.course, faults);
  const semester = readSemester(body.semester);
  if (semester === undefined) faults.push(faultOf("semester", "invalid-semester"));
  if (contact === undefined || semester === undefined || faults.length > 0) throw refusalOf(faults);
  return { ...contact, course, semester };
}

/** Validates a profile as at registration. Gender is accepted beside an avatar and follows from it (Q28). */
export function readProfileChange(body: ProfileChange): UserChange {
  const faults: FieldFault[] = [];
  const change: UserChange = {};
  if (body.avatar !== undefined) {
    change.avatar = avatarNames.find((name) => name === body.avatar);
    if (change.avatar === undefined) faults.push(faultOf("avatar", "invalid-avatar"));
  }
  if (body.semester !== undefined) {
    change.semester = readSemester(body.semester);
    if (change.semester === undefined)
      faults.push(faultOf("semester", "invalid-semester", profileMessages.semesterFailed));
  }
  if (body.course !== undefined) change.course = readCourse(body.course, faults);
  if (body.phone !== undefined || body.country !== undefined)
    Object.assign(change, readContact(body.country ?? "", body.phone ?? "", faults));
  if (body.contact !== undefined) change.contact = body.contact;
  if (faults.length > 0) throw refusalOf(faults);
  if (Object.keys(change).length === 0 && body.leavingOn === undefined)
    throw new AppError("nothing-to-change");
  return change;
}

function readContact(
  named: string,
  joined: string,
  faults: FieldFault[],
): Pick<NewUser, "phone" | "country"> | undefined {
  const country = countryNames.find((name) => name === named.trim());
  if (country === undefined) {
    faults.push(faultOf("country", "invalid-enum"));
    return undefined;
  }
  const phone = readJoinedPhone(country, joined);
  if (phone !== undefined && phone !== "mismatch") return { phone, country };
  faults.push(
    phone === "mismatch"
      ? faultOf("phone", "country-code-mismatch")
      : faultOf("phone", "invalid-phone", accountMessages.invalidPhone(country)),
  );
  return undefined;
}

function readCourse(typed: string, faults: FieldFault[]): string {
  const course = cleanText(typed);
  if (course === "") faults.push(faultOf("course", "invalid-course"));
  if (course.length > maxLength.course)
    faults.push(
      faultOf("course", "field-too-long", accountMessages.courseTooLong(maxLength.course)),
    );
  return course;
}

function faultOf(field: string, code: ErrorCode, message: string = errors[code].message) {
  return { field, code, message };
}
