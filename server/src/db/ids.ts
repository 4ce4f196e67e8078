import { v7, validate } from "uuid";

/** @returns a UUIDv7 (RFC 9562 section 5.7) @param time milliseconds since 1970 */
export function newId(time?: number): string {
  return v7(time === undefined ? undefined : { msecs: time });
}

export function isId(text: string): boolean {
  return validate(text) && text === text.toLowerCase();
}
