import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import { AppError } from "../errors.ts";

/** The last product of a page: what the next page starts after; `stage` is the search's, else 0. */
export type Position = { id: string; pricePaise: number; isSold: boolean; stage: number };

/** Base64url characters: nine bytes. */
const signatureLength = 12;

/**
 * Cursors that only this marketplace can make, so that a page is always one that was offered.
 * @param key 32 bytes shared by all processes
 */
export function createCursors(key: Buffer) {
  const secret = createSecretKey(key);
  const sign = (payload: string) =>
    createHmac("sha256", secret).update(payload).digest("base64url").slice(0, signatureLength);
  return {
    /** @param list names the list and its order; a cursor of another list is refused */
    write(list: string, last: Position): string {
      const payload = `${last.id}.${last.pricePaise}.${last.isSold ? 1 : 0}.${last.stage}`;
      return `${payload}.${sign(`${list}/${payload}`)}`;
    },
    /** @throws AppError invalid-cursor when it was not made here for this list */
    read(list: string, cursor: string): Position {
      const [id = "", price = "", sold = "", stage = "", signature = ""] = cursor.split(".");
      const given = Buffer.from(signature);
      const expected = Buffer.from(sign(`${list}/${id}.${price}.${sold}.${stage}`));
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new AppError("invalid-cursor");
      return { id, pricePaise: Number(price), isSold: sold === "1", stage: Number(stage) };
    },
  };
}
export type Cursors = ReturnType<typeof createCursors>;
