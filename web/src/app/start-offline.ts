import { loadAlerts } from "../ui/alert.tsx";
import { whenUsed } from "../browser/first-use.ts";
import { savesData } from "../browser/save-data.ts";
import { loadToasts } from "../ui/toast.ts";
import { serviceWorkerUrl, trustedScript } from "../browser/trusted-types.ts";
import { sendLoaded } from "../browser/worker-messages.ts";

async function fetchAhead(): Promise<void> {
  if (savesData()) return;
  await Promise.allSettled([
    loadToasts(),
    loadAlerts(),
    // Restores the user at the next start.
    import("../identity/sign-in/sign-in.ts"),
    // Log Out leads there.
    import("../pages/login.tsx"),
    import("../products/item/opened-item.tsx"),
    import("../products/item/detail.tsx"),
    import("../products/item/lightbox.tsx"),
    import("../products/item/safety-card.tsx"),
    import("../pages/home-page/products.ts"),
  ]);
}

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
