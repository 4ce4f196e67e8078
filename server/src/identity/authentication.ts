import type { IncomingMessage } from "node:http";
import type { AccountState } from "@market/contract/call";
import type { Queries } from "../db/database.ts";
import type { Authentication } from "../http/serve.ts";
import { AppError } from "../errors/errors.ts";
import { countHeader } from "../http/request-checks.ts";
import { moderatorSessionHours } from "@market/contract/limits";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import { suspensionRefusal } from "./suspension.ts";
import { isCollegeEmail } from "./sign-in/admission.ts";
import type { Moderators } from "./moderators.ts";
import { type CurrentUser, selectOptionalCurrentUser } from "./sessions.sql.ts";
import type { Tokens, VerifiedToken } from "./tokens.ts";

/**
 * Checks bearer tokens: first the signature, then the session and its user in the database (D01, D19).
 * A session that begins during a suspension is limited to the calls for suspended accounts; it needs no mark of its own,
 * since the state of the account is read with every call, and is an ordinary session once the suspension is over.
 */
export function createAuthentication(
  db: Queries,
  tokens: Tokens,
  issuer: string,
  suffixes: readonly string[],
  moderators: Moderators,
): Authentication {
  const held = new WeakMap<IncomingMessage, Promise<VerifiedToken>>();
  const read = async (request: IncomingMessage): Promise<VerifiedToken> => {
    const { authorization } = request.headers;
    if (authorization === undefined || authorization === "") throw new AppError("missing-token");
    const token = /^Bearer ([^\s,]+)$/i.exec(authorization)?.[1];
    // Node uses the first of several; a proxy may have checked another.
    if (token === undefined || countHeader(request, "authorization") > 1)
      throw new AppError("invalid-token");
    return tokens.verify(token);
  };
  const readOnce = (request: IncomingMessage) => {
    const holder = held.get(request) ?? read(request);
    held.set(request, holder);
    return holder;
  };
  const identify = async (request: IncomingMessage, alsoFor: readonly AccountState[] = []) => {
    const { identityId, sessionId, keyId } = await readOnce(request);
    const currentUser = await selectOptionalCurrentUser(db, {
      identityId,
      sessionId,
      keyId,
      issuer,
    });
    if (currentUser === undefined) throw new AppError("invalid-token");
    requireState(currentUser, alsoFor);
    if (!isCollegeEmail(currentUser.email, suffixes))
      throw new AppError("email-domain-not-allowed");
    const { userId, ...rest } = currentUser;
    return { identityId, sessionId, userId: userId ?? undefined, ...rest };
  };
  return {
    read: readOnce,
    async identify(request, alsoFor) {
      const { identityId, sessionId, userId } = await identify(request, alsoFor);
      return { identityId, sessionId, userId };
    },
    isModerator: (identityId) => moderators.has(identityId),
    async identifyModerator(request) {
      const { identityId } = await readOnce(request).catch(asUnknownPath);
      if (!(await moderators.has(identityId))) throw new AppError("not-found");
      const { authenticationAge, ...moderator } = await identify(request).catch(asUnknownPath);
      if (authenticationAge > moderatorSessionHours * 3600)
        throw new AppError("sign-in-again", { message: moderatorsMessages.signInAgainText });
      return moderator;
    },
  };
}

/** @throws AppError account-suspended, account-deleted */
function requireState(
  { suspended, isDeleted, hasEnded, ...suspension }: CurrentUser,
  alsoFor: readonly AccountState[],
): void {
  const isAllowed =
    (suspended && alsoFor.includes("suspended")) || (isDeleted && alsoFor.includes("deleted"));
  if (suspended && (hasEnded || !isAllowed)) throw suspensionRefusal(suspension, { isDeleted });
  if (isDeleted && !isAllowed) throw new AppError("account-deleted");
}

function asUnknownPath(error: unknown): never {
  throw error instanceof AppError && error.status < 500 ? new AppError("not-found") : error;
}
