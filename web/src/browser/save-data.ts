import { useHydrated, useMedia } from "./hydrated.tsx";

type Connection = { readonly saveData?: boolean };

/** The `Save-Data` client hint; false on the server. */
export function savesData(): boolean {
  if (typeof navigator === "undefined") return false;
  return (navigator as { connection?: Connection }).connection?.saveData === true;
}

export function useSavesData(): boolean {
  const isReduced = useMedia("(prefers-reduced-data: reduce)");
  return (useHydrated() && savesData()) || isReduced;
}
