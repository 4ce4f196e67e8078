import * as calls from "@market/contract/identity/calls";
import { providerTimeoutShort } from "@market/contract/limits";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { sendSignedOut } from "../browser/worker-messages.ts";
import { endSession } from "./session.ts";
import { local, perTab } from "../browser/storage.ts";

/** R333, R453, then R334 and R335. @throws ApiError */
export async function signOut(): Promise<void> {
  // The answer's Clear-Site-Data may detach the page from its worker.
  const worker = serviceWorker();
  await call(calls.logOut, { timeout: providerTimeoutShort }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  });
  await Promise.allSettled([clearDrafts(), clearCaches(worker)]);
  perTab.clear();
  endSession("choice");
  // Clearing an empty storage would not notify other tabs.
  local.write("signed-out", "now");
  local.clear();
}

async function clearDrafts(): Promise<void> {
  const drafts = await import("../browser/drafts.ts");
  await drafts.clearDrafts();
}

function serviceWorker(): ServiceWorker | null {
  return "serviceWorker" in navigator ? navigator.serviceWorker.controller : null;
}

/** The worker also clears: it may be caching something right now. */
async function clearCaches(worker: ServiceWorker | null): Promise<void> {
  sendSignedOut(worker);
  if (!("caches" in globalThis)) return;
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
