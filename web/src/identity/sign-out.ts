import { ApiError } from "../api/api-error.ts";
import { local, perTab } from "../browser/storage.ts";
import { filesCache, sendSignedOut } from "../browser/worker-messages.ts";
import { keepFinishingLogOut, sendLogOut } from "./pending-logout.ts";
import { endSession } from "./session.ts";

/** R333, R453, then R334 and R335. Offline the device is cleared too, and the server notified later. @throws ApiError from the server */
export async function signOut(): Promise<void> {
  // The answer's Clear-Site-Data may detach the page from its worker.
  const worker = serviceWorker();
  await sendLogOut().catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === "no-answer")) throw error;
  });
  await Promise.allSettled([clearDrafts(), clearCaches(worker)]);
  perTab.clear();
  endSession("choice");
  // Clearing an empty storage would not notify other tabs.
  local.write("signed-out", "now");
  local.clear();
  keepFinishingLogOut();
}

async function clearDrafts(): Promise<void> {
  const drafts = await import("../browser/drafts.ts");
  const shares = await import("../browser/shares.ts");
  await Promise.allSettled([drafts.clearDrafts(), shares.clearShares()]);
}

function serviceWorker(): ServiceWorker | null {
  return "serviceWorker" in navigator ? navigator.serviceWorker.controller : null;
}

/** The worker also clears: it may be caching something right now. The build's own files are needed offline. */
async function clearCaches(worker: ServiceWorker | null): Promise<void> {
  sendSignedOut(worker);
  if (!("caches" in globalThis)) return;
  const names = (await caches.keys()).filter((name) => name !== filesCache);
  await Promise.all(names.map((name) => caches.delete(name)));
}
