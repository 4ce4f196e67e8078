import type { Config } from "../config/config.ts";
import type { Database } from "../db/database.ts";
import { isCollegeEmail } from "../identity/sign-in/admission.ts";
import { selectOptionalIdentityId, upsertIdentity } from "../identity/identities.sql.ts";
import { createSigningKeys } from "../identity/keys.ts";
import { beginSession } from "../identity/sessions.ts";
import { createTokens } from "../identity/tokens.ts";
import { developmentIssuer, developmentSubject } from "../identity/development-accounts.ts";

type Options = {
  config: Pick<Config, "mode" | "COLLEGE_EMAIL_SUFFIX" | "KEY_SECRET" | "PUBLIC_ORIGIN">;
  db: Database;
  email: string;
  name?: string;
};

/** A token for scripts, as after a sign-in. @throws Error outside trial mode and for an address that may not sign in */
export async function issueDevelopmentToken({ config, db, email, name }: Options): Promise<string> {
  if (config.mode !== "trial") throw new Error("Tokens can be made by command in trial mode only");
  if (!isCollegeEmail(email, config.COLLEGE_EMAIL_SUFFIX))
    throw new Error(`${email} is not a college address`);
  const address = email.toLowerCase();
  const identityId =
    (await selectOptionalIdentityId(db, address)) ??
    (await upsertIdentity(db, {
      issuer: developmentIssuer,
      subject: developmentSubject(address),
      email: address,
      name: name ?? address.slice(0, address.indexOf("@")),
      picture: null,
    }));
  const { sessionId } = await beginSession(db, identityId);
  const tokens = createTokens(createSigningKeys(db, config.KEY_SECRET), config.PUBLIC_ORIGIN);
  const { token } = await tokens.issue({ identityId, sessionId });
  return token;
}
