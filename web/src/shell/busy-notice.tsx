import { Suspense, useState } from "react";
import { perTab } from "../browser/storage.ts";
import { serverWasBusy } from "../api/busy.ts";
import { lazyWithPreload } from "../browser/lazy-with-preload.ts";
import { useStore } from "../browser/store.ts";
import { usePageSettings } from "../routing/page-context.ts";
import { useHydrated } from "../browser/hydrated.tsx";

const BusyDialog = lazyWithPreload(async () => (await import("./busy-dialog.tsx")).BusyDialog);

const dismissedKey = "busy-notice-dismissed";

/** Opens when the server is busy, or at the start of a visit if so configured (R020, R235 to R245, Q07). */
export function BusyNotice() {
  const { campus } = usePageSettings();
  const isHydrated = useHydrated();
  const isBusy = useStore(serverWasBusy);
  const [isDismissed, setIsDismissed] = useState(false);
  const isCalledFor = campus.busyNotice === "on" || (campus.busyNotice === "auto" && isBusy);
  const isOpen =
    isHydrated && isCalledFor && !isDismissed && perTab.read(dismissedKey) === undefined;

  const dismiss = () => {
    perTab.write(dismissedKey, "yes");
    setIsDismissed(true);
  };
  // Stays mounted for the closing transition.
  const [hasOpened, setHasOpened] = useState(false);
  if (isOpen && !hasOpened) setHasOpened(true);
  return (
    hasOpened && (
      <Suspense>
        <BusyDialog open={isOpen} onClose={dismiss} />
      </Suspense>
    )
  );
}
