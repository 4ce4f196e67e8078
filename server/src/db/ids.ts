import { v7, validate } from "uuid";

/** @returns a UUIDv7 (RFC 9562 section 5.7) @param time milliseconds since 1970 */
export function newId(time?: number): string {
  return v7(time === undefined ? undefined : { msecs: time });
}

/** The smallest id of a time. */
export const firstIdOf = (time: number): string =>
  v7({ msecs: time, seq: 0, random: new Uint8Array(16) });

export function isId(text: string): boolean {
  return validate(text) && text === text.toLowerCase();
}
