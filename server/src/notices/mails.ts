import { digestMail, requestMail } from "@market/contract/notices/mail-messages";
import type { Context } from "../context.ts";
import { acceptedKeys, deriveKey, hmac, isSameSecret } from "../db/secrets.ts";
import { selectAskedSellers, takeRequests, updateRequestMail } from "./request-mails.sql.ts";
import { selectRecipients, takeDigest, updateDigestMail } from "./mails.sql.ts";

type NoticeContext = Pick<Context, "config" | "db" | "outbox" | "applicationKey">;

const batch = 200;

/** The mail with one request for a number; the link to answer it is added when it is sent. */
export const requestMailKind = "contact-request";

/** Mails students their unread notices: decisions and requests for numbers immediately, all others at most once a day. */
export async function mailNotices({
  config,
  db,
  outbox,
  applicationKey,
}: NoticeContext): Promise<void> {
  if (!outbox.isOpen) return;
  const { PUBLIC_ORIGIN: origin, CAMPUS_NAME: campus } = config;
  await mailRequests({ config, db, outbox, applicationKey });
  for (let recipients = [""]; recipients.length > 0;) {
    recipients = await selectRecipients(db, batch);
    for (const userId of recipients)
      // The mail and the mark that it is sent are one, so that nothing is sent twice.
      await db.transaction(async (transaction) => {
        const digest = await takeDigest(transaction, userId);
        if (digest === undefined) return;
        const unsubscribe = unsubscribeLink({ config, applicationKey }, userId);
        const words = digestMail({ campus, origin, texts: digest.texts, unsubscribe });
        const about = { studentId: userId, ids: digest.ownListings };
        const mail = { kind: "notices", to: digest.email, unsubscribe, ...words, about };
        const mailId = await outbox.put(transaction, mail);
        if (digest.isDaily) await updateDigestMail(transaction, userId, mailId);
      });
  }
}

/** Mails each request, up to a daily limit; the others wait for the digest. */
async function mailRequests({ config, db, outbox, applicationKey }: NoticeContext): Promise<void> {
  const { PUBLIC_ORIGIN: origin, CAMPUS_NAME: campus } = config;
  for (let sellers = [""]; sellers.length > 0;) {
    sellers = await selectAskedSellers(db, batch);
    for (const userId of sellers)
      await db.transaction(async (transaction) => {
        const unsubscribe = unsubscribeLink({ config, applicationKey }, userId);
        for (const { id, email, buyer, text } of await takeRequests(transaction, userId)) {
          const words = requestMail({ campus, origin, buyer, text, unsubscribe });
          const about = { studentId: userId, ids: [id] };
          const mail = { kind: requestMailKind, to: email, unsubscribe, ...words, about };
          await updateRequestMail(transaction, id, await outbox.put(transaction, mail));
        }
      });
  }
}

export const unsubscribeLink = (
  { config, applicationKey }: Pick<Context, "config" | "applicationKey">,
  userId: string,
): string => `${config.PUBLIC_ORIGIN}/u/${unsubscribeToken(applicationKey, userId)}`;

const idBytes = (userId: string) => Buffer.from(userId.replaceAll("-", ""), "hex");

const purpose = "unsubscribe";
const signatureOf = (key: Buffer, id: Buffer) => hmac(key, id).subarray(0, 16);

/** Good for ending mails and nothing else. */
function unsubscribeToken(applicationKey: Buffer, userId: string): string {
  const id = idBytes(userId);
  return Buffer.concat([id, signatureOf(deriveKey(applicationKey, purpose), id)]).toString(
    "base64url",
  );
}

/** @returns whose mails it ends, undefined when it was not made here */
export function readUnsubscribeToken(
  keys: Pick<Context, "applicationKey" | "previousKey">,
  token: string,
): string | undefined {
  const bytes = Buffer.from(token, "base64url");
  // Only the canonical spelling is accepted.
  if (bytes.length !== 32 || bytes.toString("base64url") !== token) return undefined;
  const id = bytes.subarray(0, 16);
  const signature = bytes.subarray(16);
  if (!acceptedKeys(keys, purpose).some((key) => isSameSecret(signatureOf(key, id), signature)))
    return undefined;
  return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
