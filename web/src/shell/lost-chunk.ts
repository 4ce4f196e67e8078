import { isOffline } from "../api/connection.ts";

const reloadedKey = "reloaded-for-lost-chunk";

/**
 * A deploy may take away a file that an open tab has not fetched yet: reload once to meet the new
 * build. The mark in session storage keeps a file that is truly gone from reloading for ever.
 */
export function reloadOnceOnLostChunk(): void {
  window.addEventListener("vite:preloadError", (event) => {
    // Without a network the file is not gone, and a reload would lose the page too.
    if (!navigator.onLine || isOffline() || sessionStorage.getItem(reloadedKey) === location.href)
      return;
    event.preventDefault();
    sessionStorage.setItem(reloadedKey, location.href);
    location.reload();
  });
}
