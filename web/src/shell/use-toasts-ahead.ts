import { useEffect } from "react";
import { useSession } from "../account/session.ts";
import { whenUsed } from "../ui/first-use.ts";
import { loadSlips } from "../ui/toast.ts";

/** Fetches what shows toasts before the first one, which may say that there is no network any more. */
export function useToastsAhead(): void {
  const isSignedIn = useSession().status === "signed-in";
  useEffect(() => {
    const load = () => void loadSlips().catch(() => undefined);
    if (!isSignedIn) return whenUsed(load);
    load();
    return undefined;
  }, [isSignedIn]);
}
