import { v7, validate } from "uuid";

/**
 * A new UUIDv7 (RFC 9562 section 5.7). Made here because PostgreSQL has no such function before 18.
 * @param time milliseconds since 1970 that the id carries, and by which it sorts
 */
export function newId(time?: number): string {
  return v7(time === undefined ? undefined : { msecs: time });
}

/** Whether the text is a UUID in its one canonical spelling. */
export function isId(text: string): boolean {
  return validate(text) && text === text.toLowerCase();
}
