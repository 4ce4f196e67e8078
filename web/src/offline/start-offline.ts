import { loadAlerts } from "../ui/alert.tsx";
import { fetchEngine } from "../router/late-engine.ts";
import { whenUsed } from "../ui/first-use.ts";
import { savesData } from "../ui/save-data.ts";
import { loadSlips } from "../ui/toast.ts";
import { serviceWorkerAddress, trustedScript } from "../trusted-types.ts";
import { tellSeen } from "./worker-messages.ts";

/** What a tap may need that is not yet here, and cannot be had when the network is away. */
async function fetchAhead(): Promise<void> {
  if (savesData()) return;
  await Promise.allSettled([
    fetchEngine(),
    loadSlips(),
    loadAlerts(),
    // Recognises at the next start whoever signs in now.
    import("../account/account-check.ts"),
    import("../products/opened-item.tsx"),
    import("../products/detail.tsx"),
    import("../products/lightbox.tsx"),
  ]);
}

/**
 * Registers the service worker, which keeps what was seen for times without a network. Where it is not
 * possible (private windows, old browsers), everything else works the same.
 */
export async function startOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const hadWorker = navigator.serviceWorker.controller !== null;
  try {
    await navigator.serviceWorker.register(trustedScript(serviceWorkerAddress));
  } catch (failure) {
    console.warn("The service worker was not registered", failure);
    return;
  }
  const { active } = await navigator.serviceWorker.ready;
  if (hadWorker) return fetchAhead();
  if (!active) return;
  // A first visit that is only a look costs no more than what it shows: the worker, too, would fetch more.
  whenUsed(() => void fetchAhead().then(() => tellSeen(active)));
}
