import { savesData } from "../ui/save-data.ts";
import { serviceWorkerAddress, trustedScript } from "../trusted-types.ts";
import type { WorkerMessage } from "./worker-message.ts";

/** What a tap may need that is not yet here, and cannot be had when the network is away. */
async function fetchAhead(): Promise<void> {
  await Promise.all([import("../products/detail.tsx"), import("../products/lightbox.tsx")]);
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
  if (!savesData()) await fetchAhead();
  if (hadWorker || !active) return;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  active.postMessage({ seen: [location.href, ...new Set(loaded)] } satisfies WorkerMessage);
}
