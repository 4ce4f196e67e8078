import { useState, useSyncExternalStore } from "react";
import { perTab } from "../account/storage.ts";
import { subscribeToBusy, wasBusy } from "../api/busy.ts";
import { usePageSettings } from "../page-context.ts";
import { useHydrated } from "../ui/hydrated.tsx";
import { later } from "../ui/later.tsx";

const dialog = later(async () => (await import("./busy-dialog.tsx")).BusyDialog);

/** The session storage key that remembers the dismissal for this visit. */
const dismissedKey = "busy-notice-dismissed";

/**
 * Opens by itself over whatever is there, which stays as it is (R020, R235 to R245, Q07): when an
 * answer says that the server is busy, or on the first page of a visit when the operator says so.
 */
export function BusyNotice() {
  const { campus } = usePageSettings();
  const isHydrated = useHydrated();
  const isBusy = useSyncExternalStore(subscribeToBusy, wasBusy, () => false);
  const [isDismissed, setIsDismissed] = useState(false);
  const isCalledFor = campus.busyNotice === "on" || (campus.busyNotice === "auto" && isBusy);
  const isOpen =
    isHydrated && isCalledFor && !isDismissed && perTab.read(dismissedKey) === undefined;

  const dismiss = () => {
    perTab.write(dismissedKey, "yes");
    setIsDismissed(true);
  };
  // Once shown it stays, since it goes away with a movement.
  const [isNeeded, setIsNeeded] = useState(false);
  if (isOpen && !isNeeded) setIsNeeded(true);
  return isNeeded && <dialog.Part open={isOpen} onClose={dismiss} />;
}
