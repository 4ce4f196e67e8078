import {
  acceptedKeys,
  type ApplicationKeys,
  deriveKey,
  hmac,
  isSameSecret,
} from "../db/secrets.ts";
import { AppError } from "../errors/errors.ts";

/** The next page starts after it; `step` is the search's, else 0. */
export type Position = { id: string; pricePaise: number; isSold: boolean; step: number };

const signatureLength = 12;

const purpose = "cursors";

/** Signed cursors, which all processes accept. */
export function createCursors(keys: Pick<ApplicationKeys, "applicationKey" | "previousKey">) {
  const ownKey = deriveKey(keys.applicationKey, purpose);
  const sign = (payload: string, key = ownKey) =>
    hmac(key, payload).toString("base64url").slice(0, signatureLength);
  return {
    /** @param list the list and its order; a cursor of another list is refused */
    write(list: string, last: Position): string {
      const payload = `${last.id}.${last.pricePaise}.${last.isSold ? 1 : 0}.${last.step}`;
      return `${payload}.${sign(`${list}/${payload}`)}`;
    },
    read(list: string, cursor: string): Position {
      const [id = "", price = "", sold = "", step = "", signature = ""] = cursor.split(".");
      const payload = `${list}/${id}.${price}.${sold}.${step}`;
      if (!acceptedKeys(keys, purpose).some((key) => isSameSecret(signature, sign(payload, key))))
        throw new AppError("invalid-cursor");
      return { id, pricePaise: Number(price), isSold: sold === "1", step: Number(step) };
    },
  };
}
export type Cursors = ReturnType<typeof createCursors>;
