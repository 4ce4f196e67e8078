import * as calls from "@market/contract/saved/calls";
import * as savedMessages from "@market/contract/saved/messages";
import { settledSession, SessionOver } from "../identity/session.ts";
import { perTab } from "../browser/storage.ts";
import { rememberWantedPage } from "../identity/sign-in/wanted-page.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { paths } from "../routing/paths.ts";
import { toast } from "../ui/toast.ts";
import { storeSavedIds, savedIds } from "./saved.ts";

/** The session storage key of the product that a visitor wants to save after logging in. */
const wishKey = "to-save";
/** Changes of a product are sent one after the other; the last one counts. */
const pending = new Map<string, Promise<unknown>>();

/** Saves a product or removes it, first on the screen. A visitor must log in first, and the wish is stored. */
export async function setSaved(
  productId: string,
  isSaved: boolean,
  name = "",
): Promise<"done" | "signed-out"> {
  if ((await settledSession()).status === "signed-out") {
    saveWish(productId, name);
    return "signed-out";
  }
  show(productId, isSaved);
  let failure: unknown;
  const earlier = pending.get(productId);
  const change = Promise.resolve(earlier)
    .then(() => send(productId, isSaved))
    .catch((reason: unknown) => (failure = reason));
  pending.set(productId, change);
  await change;
  const isOver = failure instanceof SessionOver;
  if (pending.get(productId) === change) {
    pending.delete(productId);
    if (failure !== undefined) show(productId, !isSaved);
    if (failure !== undefined && !isOver) toast.error(sentenceOf(failure, isSaved));
  }
  if (!isOver) return "done";
  saveWish(productId, name);
  return "signed-out";
}

let refreshing: Promise<void> | undefined;

/** Fetches the saved listings, and then saves what a visitor wanted to save. Never rejects. */
export function refreshSaved(): Promise<void> {
  refreshing = refresh();
  return refreshing;
}

/** Waits for changes that are on their way. Never rejects. */
export async function savesSettled(): Promise<void> {
  await refreshing;
  await Promise.all(pending.values());
}

async function refresh(): Promise<void> {
  try {
    const { ids } = await call(calls.savedIds);
    // A change that is on its way is newer than the answer.
    const changing = [...savedIds()].filter((id) => pending.has(id));
    storeSavedIds([...ids.filter((id) => !pending.has(id)), ...changing]);
  } catch (failure) {
    console.warn("What is saved could not be read", failure);
  }
  const wish = perTab.read(wishKey);
  if (wish === undefined) return;
  perTab.remove(wishKey);
  if (!savedIds().has(wish)) await setSaved(wish, true);
  if (savedIds().has(wish)) toast.success(savedMessages.savedForYou);
}

async function send(productId: string, isSaved: boolean): Promise<void> {
  const endpoint = isSaved ? calls.saveProduct : calls.unsaveProduct;
  await call(endpoint, { params: { productId }, keepalive: true });
}

function show(productId: string, isSaved: boolean): void {
  const ids = new Set(savedIds());
  if (isSaved) ids.add(productId);
  else ids.delete(productId);
  storeSavedIds(ids);
}

function saveWish(productId: string, name: string): void {
  perTab.write(wishKey, productId);
  const { pathname, search } = location;
  // A sign-in leads to the home page anyway.
  if (search !== "" || (pathname !== paths.home && pathname !== paths.homeNamed))
    rememberWantedPage(pathname + search, name);
}

function sentenceOf(failure: unknown, isSaved: boolean): string {
  const reason = failure instanceof ApiError && failure.status < 500 && failure.serverMessage;
  return reason || (isSaved ? savedMessages.saveFailed : savedMessages.unsaveFailed);
}
