import { createHash, randomBytes } from "node:crypto";
import type { KeyAct } from "@market/contract/keys/acts";
import * as messages from "@market/contract/keys/messages";
import * as noticeMessages from "@market/contract/notices/messages";
import type { NoticeAction } from "@market/contract/notices/notice";
import { keyPage } from "@market/contract/pages/pages";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { addNotice } from "../notices/notices.sql.ts";
import type { ListingContext } from "../products/listing-events.ts";
import { confirmListing } from "../products/lifetime/lifetime.ts";
import { setSold, takeDown } from "../products/products.ts";
import { lockStudent } from "../students/students.sql.ts";
import {
  insertToken,
  type Key,
  type KeyListing,
  markSeen,
  replaceKeys,
  replaceMailKeys,
  selectKey,
  selectListings,
  selectOwned,
  useToken,
} from "./keys.sql.ts";

/** 128 random bits, as 22 letters of base64url. */
const bytes = 16;
const newSecret = () => randomBytes(bytes).toString("base64url");

/** Hashes a key or a token; the database stores only the hash. @returns undefined if it cannot be either */
export function hashOf(secret: string): Buffer | undefined {
  const content = Buffer.from(secret, "base64url");
  // Only the canonical spelling is accepted.
  if (content.length !== bytes || content.toString("base64url") !== secret) return undefined;
  return createHash("sha256").update(content).digest();
}

const digest = (secret: string): Buffer => hashOf(secret) ?? Buffer.alloc(0);

export const addressOf = (origin: string, key: string): string =>
  origin + keyPage.replace("{key}", key);

/** Replaces a student's keys by a new one. @returns the key, which is stored nowhere */
export async function makeKey({ db }: Pick<ListingContext, "db">, userId: string): Promise<string> {
  const key = newSecret();
  await db.transaction(async (transaction) => {
    await lockStudent(transaction, userId);
    await replaceKeys(transaction, userId, digest(key));
  });
  return key;
}

export type Request = { hash: Buffer; productId: string | null; act: KeyAct };
export type KeyQuestion = { listings: KeyListing[]; token: string };

/** Prepares the question before a change. @returns the listings and a token for the answer; undefined if the key does not open them */
export function ask(
  { db }: Pick<ListingContext, "db">,
  { hash, productId, act }: Request,
): Promise<KeyQuestion | undefined> {
  return db.transaction(async (transaction) => {
    const key = await selectKey(transaction, hash, true);
    const listings = key && (await selectListings(transaction, key, productId));
    if (key === undefined || listings === undefined || isAbsent(productId, listings))
      return undefined;
    const token = newSecret();
    await insertToken(transaction, { key, productId, act }, digest(token));
    return { listings, token };
  });
}

/**
 * Makes the change that was confirmed with this token, once, and notifies the owner.
 * @param counted called when something was done, and throws to undo it
 * @returns false if the token is not good
 * @throws AppError product-not-found if the key does not open the listing, listing-quota, and what `counted` throws
 */
export async function act(
  context: Pick<ListingContext, "config" | "db" | "changes" | "events">,
  { hash, productId, act: what }: Request,
  token: string,
  counted: () => void,
): Promise<boolean> {
  const tokenHash = hashOf(token);
  const isDone = await context.db.transaction(async (transaction) => {
    // The student is locked before the key, as a suspension locks them.
    const owner = await selectKey(transaction, hash);
    if (owner === undefined || tokenHash === undefined) return false;
    await lockStudent(transaction, owner.userId);
    const key = await selectKey(transaction, hash, true);
    if (key === undefined) return false;
    if (!(await useToken(transaction, { key, productId, act: what }, tokenHash))) return false;
    const listings = await selectListings(transaction, key, productId);
    const done = [];
    for (const listing of listings)
      if (await changeOne(context, transaction, key, listing, what)) done.push(listing);
    for (const listing of done) await notifyOwner(transaction, key, listing, what);
    if (done.length > 0) {
      await markSeen(transaction, key.userId);
      counted();
    }
    return true;
  });
  if (isDone) context.changes.announce();
  return isDone;
}

const isAbsent = (productId: string | null, listings: readonly KeyListing[]): boolean =>
  productId !== null && listings.length === 0;

/** @returns whether it changes anything */
async function changeOne(
  context: Pick<ListingContext, "config" | "events">,
  transaction: Queries,
  { userId }: Key,
  listing: KeyListing,
  what: KeyAct,
): Promise<boolean> {
  const { id } = listing;
  if (!isChange(listing, what)) return false;
  if (what === "removed") await takeDown(context, transaction, userId, id);
  else if (what === "sold") await setSold(context, transaction, userId, id, true);
  else await confirmListing(context, transaction, userId, id);
  return true;
}

export const isChange = ({ state, isSold }: KeyListing, what: KeyAct): boolean =>
  what === "removed" || (!isSold && (what === "sold" || state !== "hidden"));

async function notifyOwner(
  transaction: Queries,
  { userId }: Key,
  { id, name }: KeyListing,
  what: KeyAct,
): Promise<void> {
  await addNotice(transaction, {
    userId,
    kind: "by-key",
    text: messages.noticeTexts[what](name),
    // Not `productId`: the notice stays when the listing is removed.
    listingId: id,
    actions: undoOf(what, id),
    dedupeKey: `by-key:${newId()}`,
  });
}

function undoOf(what: KeyAct, id: string): NoticeAction[] {
  const undo = { name: "undo", label: noticeMessages.undo };
  if (what === "confirmed") return [];
  return what === "removed"
    ? [{ ...undo, method: "POST", path: `/api/products/${id}/restore` }]
    : [
        {
          ...undo,
          method: "PUT",
          path: `/api/products/${id}/toggle-sold`,
          body: { isSold: false },
        },
      ];
}

type Mail = { id: string; text: string; studentId: string; about: readonly string[] };

/** Adds to a mail a key for each listing of the student that it is about; they are in the mail only. @returns its text */
export async function addKeys(
  { config, db }: Pick<ListingContext, "config" | "db">,
  { id: mailId, text, studentId: userId, about }: Mail,
): Promise<string> {
  const lines = await db.transaction(async (transaction) => {
    const owned = await selectOwned(transaction, userId, about);
    const made = owned.map((listing) => ({ ...listing, secret: newSecret() }));
    const keys = made.map(({ secret, ...listing }) => ({ ...listing, hash: digest(secret) }));
    await replaceMailKeys(transaction, { userId, mailId }, keys);
    return made.map(({ name, secret }) => `${name}: ${addressOf(config.PUBLIC_ORIGIN, secret)}`);
  });
  if (lines.length === 0) return text;
  // Before the last paragraph, which unsubscribes.
  const end = text.lastIndexOf("\n\n");
  return `${text.slice(0, end)}\n\n${messages.inMail}\n${lines.join("\n")}${text.slice(end)}`;
}
