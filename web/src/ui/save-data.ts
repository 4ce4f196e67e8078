import { useHydrated, useMedia } from "./hydrated.tsx";

type Connection = { readonly saveData?: boolean };

/**
 * Whether the browser asks to spare data (the `Save-Data` client hint): then nothing is fetched that
 * nobody has asked for. False on the server.
 */
export function savesData(): boolean {
  if (typeof navigator === "undefined") return false;
  return (navigator as { connection?: Connection }).connection?.saveData === true;
}

/** The same for components; false in the first rendering, so that it agrees with the server's. */
export function useSavesData(): boolean {
  const isReduced = useMedia("(prefers-reduced-data: reduce)");
  return (useHydrated() && savesData()) || isReduced;
}
