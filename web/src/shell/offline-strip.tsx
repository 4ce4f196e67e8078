import * as shellMessages from "@market/contract/shell/messages";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import {
  isOffline,
  subscribeToConnection,
  subscribeToReturn,
  watchConnection,
  useOffline,
} from "../browser/connection.ts";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.ts";

const stripEnd = 48;

/** Whether the strip is out of sight: a toast would only repeat it otherwise. */
const isStripHidden = () =>
  window.scrollY > stripEnd || document.documentElement.classList.contains("has-modal");

/** Says what works offline; reads again when the network is back. */
export function OfflineStrip() {
  const isAway = useOffline();
  const queries = useQueryClient();
  const notify = useEffectEvent(() => {
    if (!isOffline()) toast.plain(shellMessages.backOnline, { id: "connection" });
    else if (isStripHidden()) toast.plain(shellMessages.offlineNotice, { id: "connection" });
  });
  const refresh = useEffectEvent(() => void queries.invalidateQueries());
  useEffect(() => {
    const stops = [
      // First, so that a page that starts offline shows the strip alone.
      watchConnection(),
      subscribeToConnection(() => notify()),
      subscribeToReturn(() => refresh()),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);

  if (!isAway) return null;
  return (
    <aside aria-label={shellMessages.connection} className="bg-sunken border-line border-b">
      <div className="content flex items-center gap-2 py-2 text-sm">
        <Icon name="offline" className="size-5 shrink-0" />
        <p role="status">
          {shellMessages.offlineShort}
          <span className="max-md:sr-only"> {shellMessages.offlineStillWorks}</span>
        </p>
      </div>
    </aside>
  );
}
