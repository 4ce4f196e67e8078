import { maxLength } from "@market/contract/limits";
import { cleanText } from "@market/contract/text";
import type { Queries } from "../../db/database.ts";
import { AppError } from "../../errors/errors.ts";
import { suspensionRefusal } from "../suspension.ts";
import { abuseHash, selectAbuseRecord } from "../abuse-records.sql.ts";
import { admit, type ProviderClaims } from "./admission.ts";
import { relinkIdentity, upsertIdentity } from "../identities.sql.ts";
import type { Identity, IdentityEvents } from "../identity.ts";
import { beginSession } from "../sessions.ts";
import { endSession } from "../sessions.sql.ts";

/**
 * Stores the identity and begins a session in place of the browser's old one.
 * @returns the id of an account that was relinked by an operator's leave
 * @throws AppError email-domain-not-allowed, email-not-verified; account-suspended for an erased account; a violated constraint
 */
export async function signIn(
  transaction: Queries,
  claims: ProviderClaims,
  { secret, replaces }: { secret: string; replaces: string | undefined },
  { config, issuer, lastingKey }: Pick<Identity, "config" | "issuer" | "lastingKey">,
  events: IdentityEvents,
): Promise<{ relinked: string | undefined }> {
  const admission = admit(claims, {
    suffixes: config.COLLEGE_EMAIL_SUFFIX,
    hostedDomain: config.OIDC_HOSTED_DOMAIN,
  });
  if ("refusal" in admission) throw new AppError(admission.refusal);
  const { email } = admission;
  const proved = {
    issuer,
    subject: claims.subject,
    email,
    name: readName(claims.name) ?? email.slice(0, email.indexOf("@")),
    picture: readPicture(claims.picture),
  };
  const erased = await selectAbuseRecord(
    transaction,
    abuseHash(lastingKey, issuer, claims.subject),
  );
  if (erased) throw suspensionRefusal({ suspendedUntil: erased.until, suspensionReason: null });
  const relinked = await relinkIdentity(transaction, proved);
  const identityId = await upsertIdentity(transaction, proved);
  const { authenticationAge } = claims;
  const { sessionId } = await beginSession(transaction, identityId, secret, authenticationAge);
  if (replaces !== undefined) {
    await events.sessionReplaced(transaction, { from: replaces, to: sessionId });
    await endSession(transaction, replaces);
  }
  return { relinked };
}

function readName(name: unknown): string | undefined {
  if (typeof name !== "string") return undefined;
  return [...cleanText(name.toWellFormed())].slice(0, maxLength.name).join("") || undefined;
}

function readPicture(picture: unknown): string | null {
  const url = typeof picture === "string" && picture.length <= 2048 ? URL.parse(picture) : null;
  return url?.protocol === "https:" ? url.href : null;
}
