import { type ReactNode, useSyncExternalStore } from "react";
import { currentScrollKeeper, subscribeToEngine } from "./late-engine.ts";

/** Keeps how far pages were scrolled, from the first touch on; until then the browser does. */
export function KeptScroll(): ReactNode {
  return useSyncExternalStore(subscribeToEngine, currentScrollKeeper, () => null);
}
