import { endpoints } from "@market/contract/endpoints";
import { messages } from "@market/contract/messages";
import type { Product } from "@market/contract/products";
import { currentSession, type Session } from "../account/session.ts";
import { SessionOver } from "../account/token.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { isOffline } from "../api/connection.ts";
import { keepAddress } from "./addresses.ts";
import { chatLink } from "./chat-link.ts";

/** A seller without a number is told in other words, and in another way, on each page (R474, R475). */
export type ChatPage = "home" | "buy";
/**
 * What came of a tap on the chat button: `gone` and `sold` close the product, `failed` leaves it
 * usable. Every message is to be shown as a toast, or as an alert where `isAlert` says so.
 */
export type ChatOutcome =
  | { is: "opened" | "signed-out" }
  | { is: "own" | "gone" | "sold"; message: string }
  | { is: "failed"; message: string; isAlert: boolean };

/** Whether the product is the signed-in student's own, who cannot chat with himself (R415). */
export function isOwn(product: Product, session: Session): boolean {
  return session.status === "signed-in" && session.user._id === product.seller._id;
}

/**
 * Opens the messaging app on a chat with the seller. Must be called in the click itself: the window
 * is opened at once, or the browser would block it, and gets its address when the phone has come.
 * This is the only read of a phone on these pages, and the server counts it (Q38).
 */
export async function startChat(product: Product, page: ChatPage): Promise<ChatOutcome> {
  const session = currentSession();
  if (session.status !== "signed-in") return { is: "signed-out" };
  if (isOwn(product, session)) return { is: "own", message: messages.ownProduct };

  if (isOffline()) return failed(messages.offline);
  let chat: Window | undefined;
  try {
    chat = openWindow();
    const found = (await call(endpoints.getProduct, { params: { productId: product._id } }))
      .product;
    if (found.isSold) return giveUp(chat, { is: "sold", message: messages.justSold });
    if (found.seller.phone === null) return giveUp(chat, withoutContact(page));
    const link = chatLink(found.seller.phone, found.name);
    if (link === undefined) return giveUp(chat, failed(messages.whatsAppFailed));
    if (found.address !== null) keepAddress(found._id, found.address);
    (chat ?? window).location.assign(link);
    return { is: "opened" };
  } catch (failure) {
    return giveUp(chat, outcomeOf(failure));
  }
}

/** An empty window that cannot reach back to this page; undefined when the browser blocks it (Q69). */
function openWindow(): Window | undefined {
  const opened = window.open("about:blank", "_blank");
  if (opened === null) return undefined;
  opened.opener = null;
  return opened;
}

function giveUp(chat: Window | undefined, outcome: ChatOutcome): ChatOutcome {
  chat?.close();
  return outcome;
}

function outcomeOf(failure: unknown): ChatOutcome {
  if (failure instanceof SessionOver) return { is: "signed-out" };
  if (failure instanceof ApiError) {
    if (failure.status === 401) return { is: "signed-out" };
    if (failure.code === "no-answer" && isOffline()) return failed(messages.offline);
    if (failure.code === "product-not-found") return { is: "gone", message: failure.message };
    if (failure.status >= 400 && failure.status < 500)
      return failed(failure.said ?? messages.whatsAppFailed);
  }
  return failed(messages.whatsAppFailed);
}

function withoutContact(page: ChatPage): ChatOutcome {
  return page === "home"
    ? failed(messages.sellerContactUnavailable)
    : { is: "failed", message: messages.sellerContactNotAvailable, isAlert: true };
}

function failed(message: string): ChatOutcome {
  return { is: "failed", message, isAlert: false };
}
