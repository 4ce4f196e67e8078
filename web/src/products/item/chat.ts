import * as dealCalls from "@market/contract/deals/calls";
import * as calls from "@market/contract/products/calls";
import { defaultCountryPrefix } from "@market/contract/limits";
import * as itemMessages from "@market/contract/products/messages";
import * as shellMessages from "@market/contract/shell/messages";
import type { Product, RequestState } from "@market/contract/products/product";
import { currentSession, isOwn, SessionOver } from "../../identity/session.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/client.ts";
import { isOffline } from "../../browser/connection.ts";
import { saveAddress } from "./addresses.ts";

/** The message for a missing number differs by page (R474, R475). */
export type ChatPage = "home" | "buy";
/** Messages are toasts, or alerts where `isAlert` says so. */
export type ChatOutcome =
  | { is: "opened" | "signed-out" }
  | { is: "own" | "gone" | "sold"; message: string }
  /** The seller is asked first: now (`isNew`), or was before. */
  | { is: "asked"; state: RequestState; isNew: boolean }
  | { is: "failed"; message: string; isAlert: boolean };

/** Opens a chat with the seller. Must be called in the click itself, or the browser would block the window (Q38). */
export async function startChat(product: Product, page: ChatPage): Promise<ChatOutcome> {
  const session = currentSession();
  if (session.status !== "signed-in") return { is: "signed-out" };
  if (isOwn(product, session)) return { is: "own", message: itemMessages.ownProduct };

  if (isOffline()) return failed(shellMessages.offline);
  // A window for which there may be no number would only flicker; it then opens once the number is there.
  const chat = product.contact === "ask" ? undefined : openWindow();
  const openChat = () =>
    (chat ?? (product.contact === "ask" ? openWindow() : undefined) ?? window).location;
  const outcome = await contact(product, page, openChat).catch(outcomeOf);
  if (outcome.is !== "opened") chat?.close();
  return outcome;
}

async function contact(
  { _id: productId }: Product,
  page: ChatPage,
  openChat: () => Location,
): Promise<ChatOutcome> {
  const { product } = await call(calls.getProduct, { params: { productId } });
  if (product.isSold) return { is: "sold", message: itemMessages.justSold };
  if (product.seller.phone === null) return requestOf(product, page);
  const link = chatLink(product.seller.phone, product.name);
  if (link === undefined) return failed(itemMessages.whatsAppFailed);
  if (product.address !== null) saveAddress(productId, product.address);
  openChat().assign(link);
  return { is: "opened" };
}

/** Asks the seller, unless that was done before. */
async function requestOf(
  { _id: productId, request }: Product,
  page: ChatPage,
): Promise<ChatOutcome> {
  if (request === undefined || request === "shared") return withoutContact(page);
  if (request !== "none") return { is: "asked", state: request, isNew: false };
  const { request: made } = await call(dealCalls.requestContact, { params: { productId } });
  return { is: "asked", state: made.state, isNew: true };
}

/** Has no access to this page (Q69); undefined when the browser blocks it. */
function openWindow(): Window | undefined {
  const opened = window.open("about:blank", "_blank");
  if (opened === null) return undefined;
  opened.opener = null;
  return opened;
}

function outcomeOf(failure: unknown): ChatOutcome {
  if (failure instanceof SessionOver) return { is: "signed-out" };
  if (failure instanceof ApiError) {
    if (failure.status === 401) return { is: "signed-out" };
    if (failure.code === "no-answer" && isOffline()) return failed(shellMessages.offline);
    if (failure.code === "product-not-found") return { is: "gone", message: failure.message };
    if (failure.status >= 400 && failure.status < 500)
      return failed(failure.serverMessage ?? itemMessages.whatsAppFailed);
  }
  return failed(itemMessages.whatsAppFailed);
}

function withoutContact(page: ChatPage): ChatOutcome {
  return page === "home"
    ? failed(itemMessages.sellerContactUnavailable)
    : { is: "failed", message: itemMessages.sellerContactNotAvailable, isAlert: true };
}

function failed(message: string): ChatOutcome {
  return { is: "failed", message, isAlert: false };
}

/** The digits to dial, if any. A number without a plus is Indian when it has exactly ten digits (R456, Q63). */
export function phoneDigits(phone: string): string | undefined {
  const digits = phone.replace(/\D/g, "");
  if (digits === "") return undefined;
  const isLegacy = !phone.trim().startsWith("+") && digits.length === 10;
  return isLegacy ? defaultCountryPrefix + digits : digits;
}

/** The address of a chat with a seller (R454, R455); undefined without a number. */
export function chatLink(phone: string, name: string): string | undefined {
  const digits = phoneDigits(phone);
  return (
    digits && `https://wa.me/${digits}?text=${encodeURIComponent(itemMessages.interestedIn(name))}`
  );
}
