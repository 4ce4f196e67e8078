import type { IncomingMessage } from "node:http";
import type { Queries } from "../db.ts";
import type { Door } from "../endpoint.ts";
import { AppError } from "../errors.ts";
import { countHeader } from "../http/headers.ts";
import { requireNotSuspended } from "../moderation/suspension.ts";
import { isCollegeAddress } from "./admission.ts";
import { selectOptionalCaller } from "./sessions.sql.ts";
import type { TokenHolder, Tokens } from "./tokens.ts";

/**
 * Looks at every bearer token: the signature first, then in the database whether its session is
 * alive and of the configured provider, its holder not suspended and still of the college (D01, D19).
 */
export function createDoor({
  db,
  tokens,
  issuer,
  suffixes,
}: {
  db: Queries;
  tokens: Tokens;
  issuer: string;
  suffixes: readonly string[];
}): Door {
  const held = new WeakMap<IncomingMessage, Promise<TokenHolder>>();
  const read = async (request: IncomingMessage): Promise<TokenHolder> => {
    const { authorization } = request.headers;
    if (authorization === undefined || authorization === "") throw new AppError("missing-token");
    const token = /^Bearer ([^\s,]+)$/i.exec(authorization)?.[1];
    // Node keeps the first of several; whoever stands in front may have judged another.
    if (token === undefined || countHeader(request, "authorization") > 1)
      throw new AppError("invalid-token");
    return tokens.verify(token);
  };
  const readOnce: Door["read"] = (request) => {
    const holder = held.get(request) ?? read(request);
    held.set(request, holder);
    return holder;
  };
  return {
    read: readOnce,
    async identify(request) {
      const { identityId, sessionId } = await readOnce(request);
      const caller = await selectOptionalCaller(db, sessionId, identityId, issuer);
      if (caller === undefined) throw new AppError("invalid-token");
      requireNotSuspended(caller);
      if (!isCollegeAddress(caller.email, suffixes)) throw new AppError("email-domain-not-allowed");
      return { identityId, sessionId, userId: caller.userId ?? undefined };
    },
  };
}
