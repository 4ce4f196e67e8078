import { isOffline } from "../browser/connection.ts";

const reloadedKey = "reloaded-for-lost-chunk";

/** A deploy may remove a chunk that an open tab needs: reloads, once per address. */
export function reloadOnceOnLostChunk(): void {
  window.addEventListener("vite:preloadError", (event) => {
    // Offline the chunk is not gone, and a reload would lose the page too.
    if (!navigator.onLine || isOffline() || sessionStorage.getItem(reloadedKey) === location.href)
      return;
    event.preventDefault();
    sessionStorage.setItem(reloadedKey, location.href);
    location.reload();
  });
}
