import { endpoints } from "@market/contract/endpoints";
import { messages } from "@market/contract/messages";
import { settledSession } from "../account/session.ts";
import { perTab } from "../account/storage.ts";
import { SessionOver } from "../account/token.ts";
import { rememberWantedPage } from "../account/wanted-page.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { paths } from "../paths.ts";
import { toast } from "../ui/toast.ts";
import { keepSaved, savedIds } from "./saved.ts";

/** The session storage key of the product that a visitor wants to save once he is logged in. */
const wishKey = "to-save";
/** The taps on a product, one sent after the other; the last one stands. */
const turns = new Map<string, Promise<void>>();

/**
 * Saves a product or takes it off, at once on the screen and then in the account; what the account
 * refuses is undone and said. A visitor's wish is kept for after the sign-in.
 * @returns `signed-out` when somebody must log in first
 */
export async function setSaved(
  productId: string,
  isSaved: boolean,
): Promise<"done" | "signed-out"> {
  if ((await settledSession()).status === "signed-out") {
    keepWish(productId);
    return "signed-out";
  }
  show(productId, isSaved);
  const turn = (turns.get(productId) ?? Promise.resolve()).then(() => send(productId, isSaved));
  const isLast = () => turns.get(productId) === settled;
  let isOver = false;
  const settled = turn.catch((failure: unknown) => {
    isOver = failure instanceof SessionOver;
    if (!isLast()) return;
    show(productId, !isSaved);
    if (!isOver) toast.error(sentenceOf(failure, isSaved));
  });
  turns.set(productId, settled);
  await settled;
  if (isLast()) turns.delete(productId);
  if (!isOver) return "done";
  keepWish(productId);
  return "signed-out";
}

/** The asking that began last, done or not. */
let refreshing: Promise<void> | undefined;

/** Asks the account what is saved, and saves what a visitor wished for before logging in. Never rejects. */
export function refreshSaved(): Promise<void> {
  refreshing = refresh();
  return refreshing;
}

/** Waits until the account knows of every wish and every tap that is on its way. Never rejects. */
export async function savesSettled(): Promise<void> {
  await refreshing;
  await Promise.all(turns.values());
}

async function refresh(): Promise<void> {
  try {
    const { ids } = await call(endpoints.savedIds);
    // What is being changed right now is newer than the answer.
    const kept = [...savedIds()].filter((id) => turns.has(id));
    keepSaved([...ids.filter((id) => !turns.has(id)), ...kept]);
  } catch (failure) {
    console.warn("What is saved could not be asked", failure);
  }
  const wish = perTab.read(wishKey);
  if (wish === undefined) return;
  perTab.remove(wishKey);
  if (!savedIds().has(wish)) await setSaved(wish, true);
  if (savedIds().has(wish)) toast.success(messages.savedForYou);
}

async function send(productId: string, isSaved: boolean): Promise<void> {
  const endpoint = isSaved ? endpoints.saveProduct : endpoints.unsaveProduct;
  await call(endpoint, { params: { productId }, keepalive: true });
}

function show(productId: string, isSaved: boolean): void {
  const ids = new Set(savedIds());
  if (isSaved) ids.add(productId);
  else ids.delete(productId);
  keepSaved(ids);
}

function keepWish(productId: string): void {
  perTab.write(wishKey, productId);
  const { pathname, search } = location;
  // The home page is where everybody arrives after the sign-in anyway.
  if (search !== "" || (pathname !== paths.home && pathname !== paths.homeNamed))
    rememberWantedPage(pathname + search);
}

function sentenceOf(failure: unknown, isSaved: boolean): string {
  const said = failure instanceof ApiError && failure.status < 500 ? failure.said : undefined;
  if (said !== undefined) return said;
  return isSaved ? messages.saveFailed : messages.unsaveFailed;
}
