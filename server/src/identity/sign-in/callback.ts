import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { providerTimeoutShort } from "@market/contract/limits";
import { AppError, toAppError } from "../../errors/errors.ts";
import { deriveKey, hmac } from "../../db/secrets.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import type { Identity, IdentityEvents } from "../identity.ts";
import { endSessionOf, findSession } from "../sessions.ts";
import { signIn } from "./sign-in.ts";
import {
  answerSignIn,
  insertSignIn,
  selectOptionalAnswer,
  type SignInAnswer,
} from "./sign-ins.sql.ts";

type Log = { warn(details: object, message: string): void };

/** Seconds */
export const repeatableFor = 30;

/** A browser may request the callback twice, but a code can be exchanged once: later requests repeat the first one's answer. */
export function createCallback(identity: Identity, events: IdentityEvents) {
  const { db, provider } = identity;
  const key = deriveKey(identity.applicationKey, "sessions of sign-ins");
  // A repeat makes the same secret again, so it need not be stored.
  const secretOf = ({ state, verifier }: AuthorizationRequest) =>
    hmac(key, `${state} ${verifier}`).toString("base64url");

  async function exchange(
    query: string,
    request: AuthorizationRequest,
    stateHash: Buffer,
    log: Log,
  ): Promise<string> {
    const secret = secretOf(request);
    try {
      const claims = await provider.exchange(query, request);
      const { relinked } = await db.transaction(async (transaction) => {
        const session = { secret, replaces: request.replaces };
        const signedIn = await signIn(transaction, claims, session, identity, events);
        if (!(await answerSignIn(transaction, stateHash, null)))
          throw new AppError("identity-provider-unavailable");
        return signedIn;
      });
      if (relinked !== undefined) log.warn({ identityId: relinked }, "account relinked");
      return secret;
    } catch (error) {
      await answerSignIn(db, stateHash, toAppError(error).code);
      // The commit may have been done although its answer was lost.
      await endSessionOf(identity, secret);
      throw error;
    }
  }

  async function awaitAnswer(stateHash: Buffer): Promise<SignInAnswer | undefined> {
    const end = performance.now() + providerTimeoutShort * 1000;
    for (let wait = 50; ; wait = Math.min(2 * wait, 1000)) {
      const answer = await selectOptionalAnswer(db, stateHash);
      if (answer !== undefined) return answer;
      if (performance.now() >= end) break;
      await pause(wait);
    }
    await answerSignIn(db, stateHash, "identity-provider-unavailable");
    return selectOptionalAnswer(db, stateHash);
  }

  async function repeat(request: AuthorizationRequest, stateHash: Buffer): Promise<string> {
    const secret = secretOf(request);
    const answer = await awaitAnswer(stateHash);
    if (answer?.refusal) throw new AppError(answer.refusal);
    const isRepeatable = answer !== undefined && answer.age < repeatableFor;
    if (isRepeatable && (await findSession(identity, secret))) return secret;
    await endSessionOf(identity, secret);
    throw new AppError("invalid-state");
  }

  /** @returns the session's secret @throws AppError for every refusal */
  return async (query: string, request: AuthorizationRequest, log: Log): Promise<string> => {
    const stateHash = createHash("sha256").update(request.state).digest();
    return (await insertSignIn(db, stateHash))
      ? exchange(query, request, stateHash, log)
      : repeat(request, stateHash);
  };
}
