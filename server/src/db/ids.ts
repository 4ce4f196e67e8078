import { randomInt } from "node:crypto";
import sql, { type Sql } from "sql-template-tag";
import { v7, validate } from "uuid";

const lastId = { time: 0, sequence: 0 };

/** Later ones of a millisecond are greater. @returns a UUIDv7 (RFC 9562 section 5.7) @param time milliseconds since 1970 */
export function newId(time = Date.now()): string {
  lastId.sequence = time === lastId.time ? lastId.sequence + 1 : randomInt(2 ** 31);
  lastId.time = time;
  // Without a time the library would stay ahead after the clock is set back.
  return v7({ msecs: time, seq: lastId.sequence });
}

/** The smallest id of a time of the database's clock. */
export const firstIdOf = (time: Sql): Sql =>
  sql`(lpad(to_hex(floor(extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid`;

export function isId(text: string): boolean {
  return validate(text) && text === text.toLowerCase();
}
