import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and while its document is being taken over, so that both agree; then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
