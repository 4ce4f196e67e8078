import { endpoints } from "@market/contract/endpoints";
import { providerTimeoutShort } from "@market/contract/limits";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { tellEnded } from "../offline/worker-messages.ts";
import { endSession } from "./session.ts";
import { local, perTab } from "./storage.ts";

/**
 * Ends the session on the server (R333, R453), then forgets everything that this browser keeps of the
 * student: local storage (R334), drafts, cached answers, the user (R335).
 * @throws ApiError when the server could not be told; then nothing is forgotten
 */
export async function signOut(): Promise<void> {
  // The server's answer clears this origin's storage, and takes the page from its worker with it.
  const worker = serviceWorker();
  await call(endpoints.logOut, { patience: providerTimeoutShort }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  });
  await Promise.allSettled([clearDrafts(), clearCaches(worker)]);
  perTab.clear();
  endSession("choice");
  // The server's answer may have emptied the storage already, and clearing nothing tells no other tab.
  local.write("signed-out", "now");
  local.clear();
}

async function clearDrafts(): Promise<void> {
  const drafts = await import("../products/draft.ts");
  await drafts.clearDrafts();
}

function serviceWorker(): ServiceWorker | null {
  return "serviceWorker" in navigator ? navigator.serviceWorker.controller : null;
}

/** The service worker does the same once more: it may be taking something in at this moment. */
async function clearCaches(worker: ServiceWorker | null): Promise<void> {
  tellEnded(worker);
  if (!("caches" in globalThis)) return;
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
