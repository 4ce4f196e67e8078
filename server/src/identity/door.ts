import type { Queries } from "../db.ts";
import type { Door } from "../endpoint.ts";
import { AppError } from "../errors.ts";
import { isCollegeAddress } from "./admission.ts";
import { selectOptionalCaller } from "./sessions.sql.ts";
import type { Tokens } from "./tokens.ts";

/**
 * Looks at every bearer token: the signature first, then in the database whether its session is
 * alive, its holder not suspended and still of the college (D01).
 */
export function createDoor({
  db,
  tokens,
  suffixes,
}: {
  db: Queries;
  tokens: Tokens;
  suffixes: readonly string[];
}): Door {
  return {
    async identify(authorization) {
      if (authorization === undefined || authorization === "") throw new AppError("missing-token");
      const token = /^Bearer ([^\s,]+)$/i.exec(authorization)?.[1];
      if (token === undefined) throw new AppError("invalid-token");
      const { identityId, sessionId } = await tokens.verify(token);
      const caller = await selectOptionalCaller(db, sessionId, identityId);
      if (caller === undefined) throw new AppError("invalid-token");
      if (caller.suspended) throw new AppError("account-suspended");
      if (!isCollegeAddress(caller.email, suffixes)) throw new AppError("email-domain-not-allowed");
      return { identityId, sessionId, userId: caller.userId ?? undefined };
    },
  };
}
