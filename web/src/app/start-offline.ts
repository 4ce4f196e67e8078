import { whenUsed } from "../browser/first-use.ts";
import { serviceWorkerUrl, trustedScript } from "../browser/trusted-types.ts";
import { sendLoaded } from "../browser/worker-messages.ts";

const fetchAhead = () =>
  import("./fetch-ahead.ts").then(
    (module) => module.fetchAhead(),
    () => undefined,
  );

export async function startOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const hadWorker = navigator.serviceWorker.controller !== null;
  try {
    await navigator.serviceWorker.register(trustedScript(serviceWorkerUrl));
  } catch (failure) {
    console.warn("The service worker was not registered", failure);
    return;
  }
  const { active } = await navigator.serviceWorker.ready;
  if (hadWorker) return fetchAhead();
  if (!active) return;
  // A first visit fetches nothing more before it is used.
  whenUsed(() => void fetchAhead().then(() => sendLoaded(active)));
}
