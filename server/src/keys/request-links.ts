import { randomBytes } from "node:crypto";
import type { ReceivedRequest, RequestAnswer } from "@market/contract/deals/deal";
import * as messages from "@market/contract/keys/request-messages";
import { requestPage } from "@market/contract/pages/pages";
import { answerRequest, type RequestContext } from "../deals/contact-requests.ts";
import { selectReceived } from "../deals/contact-requests.sql.ts";
import type { Queries } from "../db/database.ts";
import { lockStudent } from "../students/students.sql.ts";
import { hashOf } from "./keys.ts";
import { markSeen } from "./keys.sql.ts";
import {
  insertToken,
  isOpen,
  replaceLink,
  type RequestLink,
  selectLink,
  useToken,
} from "./request-links.sql.ts";

/** 128 random bits, as 22 letters of base64url. */
const newSecret = () => randomBytes(16).toString("base64url");
const digest = (secret: string): Buffer => hashOf(secret) ?? Buffer.alloc(0);

export const pathOf = (secret: string): string => requestPage.replace("{token}", secret);

export type OpenedRequest = { request: ReceivedRequest; isOpen: boolean };

/** @returns undefined for a link that opens nothing, also after a block or when the buyer has gone */
export async function openLink(db: Queries, secret: string): Promise<OpenedRequest | undefined> {
  const hash = hashOf(secret);
  const link = hash && (await selectLink(db, hash));
  return link && readRequest(db, link);
}

async function readRequest(
  db: Queries,
  { requestId, sellerId }: RequestLink,
): Promise<OpenedRequest | undefined> {
  const [request] = await selectReceived(db, sellerId, requestId);
  return request && { request, isOpen: await isOpen(db, requestId) };
}

/** Asks before an answer. @returns the request, and if it is open a token for the answer */
export async function ask(
  { db }: Pick<RequestContext, "db">,
  secret: string,
  answer: RequestAnswer,
): Promise<(OpenedRequest & { token: string }) | undefined> {
  const hash = hashOf(secret);
  if (hash === undefined) return undefined;
  return db.transaction(async (transaction) => {
    const link = await selectLink(transaction, hash, true);
    const opened = link && (await readRequest(transaction, link));
    if (opened === undefined) return undefined;
    const token = newSecret();
    if (opened.isOpen) await insertToken(transaction, hash, answer, digest(token));
    return { ...opened, token };
  });
}

/**
 * Gives the answer that this token is for, once.
 * @param counted called when it is given, and throws to undo it
 * @returns false if the token is not good
 * @throws AppError request-not-found, already-answered, not-listed, and what `counted` throws
 */
export async function answerByLink(
  context: Pick<RequestContext, "config" | "db" | "changes" | "events">,
  secret: string,
  answer: RequestAnswer,
  { token, counted }: { token: string; counted: () => void },
): Promise<boolean> {
  const [hash, tokenHash] = [hashOf(secret), hashOf(token)];
  if (hash === undefined || tokenHash === undefined) return false;
  const isDone = await context.db.transaction(async (transaction) => {
    // The student is locked before the link, as a suspension locks them.
    const known = await selectLink(transaction, hash);
    if (known === undefined) return false;
    await lockStudent(transaction, known.sellerId);
    const link = await selectLink(transaction, hash, true);
    if (link === undefined || !(await useToken(transaction, hash, answer, tokenHash))) return false;
    await answerRequest(context, transaction, link.sellerId, link.requestId, answer);
    await markSeen(transaction, link.sellerId);
    counted();
    return true;
  });
  if (isDone && answer === "sold") context.changes.announce();
  return isDone;
}

type Mail = { id: string; text: string; studentId: string; about: readonly string[] };

/** Adds to a mail the link to its request, which is in the mail only. @returns its text */
export async function addRequestLink(
  { config, db }: Pick<RequestContext, "config" | "db">,
  { id: mailId, text, studentId: sellerId, about }: Mail,
): Promise<string> {
  const [requestId] = about;
  const secret = newSecret();
  const isMade =
    requestId !== undefined &&
    (await db.transaction((transaction) =>
      replaceLink(transaction, { mailId, requestId, sellerId }, digest(secret)),
    ));
  if (!isMade) return text;
  // Before the last paragraph, which unsubscribes.
  const end = text.lastIndexOf("\n\n");
  const link = `${config.PUBLIC_ORIGIN}${pathOf(secret)}`;
  return `${text.slice(0, end)}\n\n${messages.inMail}\n${link}${text.slice(end)}`;
}
