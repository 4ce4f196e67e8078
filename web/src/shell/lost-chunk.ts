import { isOffline, isServerThere } from "../browser/connection.ts";

const reloadedKey = "reloaded-for-lost-chunk";

/** Firefox gives up chunks under way when the page is left; a reload then would cancel the way to the next. */
let isLeaving = false;

/** A deploy may remove a chunk that an open tab needs: reloads, once per address. */
export function reloadOnceOnLostChunk(): void {
  window.addEventListener("beforeunload", () => {
    isLeaving = true;
  });
  window.addEventListener("pageshow", () => {
    isLeaving = false;
  });
  window.addEventListener("vite:preloadError", () => void reloadOnce(location.href));
}

async function reloadOnce(address: string): Promise<void> {
  // While the server is down the chunk is not gone, and a reload could lose the page too.
  if (sessionStorage.getItem(reloadedKey) === address || isOffline()) return;
  if (!(await isServerThere()) || isLeaving || location.href !== address) return;
  sessionStorage.setItem(reloadedKey, address);
  location.reload();
}
