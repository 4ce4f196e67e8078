import { createHash, createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { providerTimeoutShort } from "@market/contract/limits";
import { AppError, toAppError } from "../errors.ts";
import { deriveKey } from "../secrets.ts";
import type { Attempt } from "./attempt.ts";
import type { Identity } from "./identity.ts";
import { endSessionOf, findSession } from "./sessions.ts";
import { signIn } from "./sign-in.ts";
import {
  answerSignIn,
  insertSignIn,
  selectOptionalAnswer,
  type SignInAnswer,
} from "./sign-ins.sql.ts";

type Log = { warn(details: object, message: string): void };

/** Seconds in which the same browser, asking again, gets the same answer. */
export const repeatableFor = 30;
/** Milliseconds between two looks for an answer that another request is working on: first, and at most. */
const [firstPause, longestPause] = [50, 1000];

/**
 * Finishes sign-ins. A browser may ask for the callback twice, at once or after another, of one process
 * or of two, but a code can be exchanged once: the first request exchanges it, the others give its answer.
 * @returns a function that answers the session's secret, for the cookie
 * @throws AppError for every refusal; no session is left by a refused sign-in
 */
export function createCallback(identity: Identity) {
  const { db, provider, issuer } = identity;
  const key = deriveKey(identity.applicationKey, "sessions of sign-ins");
  // From what only this browser's cookie holds, so that it can be given again without being kept.
  const secretOf = ({ state, verifier }: Attempt) =>
    createHmac("sha256", key).update(`${state} ${verifier}`).digest("base64url");

  async function exchange(
    query: string,
    attempt: Attempt,
    stateHash: Buffer,
    log: Log,
  ): Promise<string> {
    const secret = secretOf(attempt);
    try {
      const claims = await provider.prove(query, attempt);
      const { relinked } = await db.transaction(async (transaction) => {
        const signedIn = await signIn(
          transaction,
          claims,
          { secret, replaces: attempt.replaces },
          identity,
        );
        // Whoever waited for this has given up, and said so.
        if (!(await answerSignIn(transaction, stateHash, null)))
          throw new AppError("identity-provider-unavailable");
        return signedIn;
      });
      if (relinked !== undefined) log.warn({ identityId: relinked }, "account relinked");
      return secret;
    } catch (error) {
      await answerSignIn(db, stateHash, toAppError(error).code);
      // The commit may have been done although its answer was lost.
      await endSessionOf(db, secret, issuer);
      throw error;
    }
  }

  async function awaitAnswer(stateHash: Buffer): Promise<SignInAnswer | undefined> {
    const end = performance.now() + providerTimeoutShort * 1000;
    for (let wait = firstPause; ; wait = Math.min(2 * wait, longestPause)) {
      const answer = await selectOptionalAnswer(db, stateHash);
      if (answer !== undefined) return answer;
      if (performance.now() >= end) break;
      await pause(wait);
    }
    await answerSignIn(db, stateHash, "identity-provider-unavailable");
    return selectOptionalAnswer(db, stateHash);
  }

  async function repeat(attempt: Attempt, stateHash: Buffer): Promise<string> {
    const secret = secretOf(attempt);
    const answer = await awaitAnswer(stateHash);
    if (answer?.refusal) throw new AppError(answer.refusal);
    const isRepeatable = answer !== undefined && answer.age < repeatableFor;
    if (isRepeatable && (await findSession(db, secret, issuer))) return secret;
    await endSessionOf(db, secret, issuer);
    throw new AppError("invalid-state");
  }

  return async (query: string, attempt: Attempt, log: Log): Promise<string> => {
    const stateHash = createHash("sha256").update(attempt.state).digest();
    return (await insertSignIn(db, stateHash))
      ? exchange(query, attempt, stateHash, log)
      : repeat(attempt, stateHash);
  };
}
