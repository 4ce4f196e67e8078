import { useSyncExternalStore } from "react";
import { isOffline, subscribeToConnection } from "./connection.ts";

/** Whether the network is known to be away; false on the server. */
export function useOffline(): boolean {
  return useSyncExternalStore(subscribeToConnection, isOffline, () => false);
}
