import { messages } from "@market/contract/messages";
import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import {
  isOffline,
  subscribeToConnection,
  subscribeToReturn,
  watchConnection,
} from "../api/connection.ts";
import { useOffline } from "../api/use-offline.ts";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.ts";

/** Pixels of scrolling after which the strip is out of sight. */
const stripEnd = 48;

/** Where the strip is in sight, a toast would say the same twice. */
const isStripHidden = () =>
  window.scrollY > stripEnd || document.documentElement.classList.contains("has-modal");

/** Says that the network is away, and what still works; when it is back, the page's data comes anew. */
export function OfflineStrip() {
  const isAway = useOffline();
  const { revalidate } = useRevalidator();
  const tell = useEffectEvent(() => {
    if (!isOffline()) toast.plain(messages.backOnline, { id: "connection" });
    else if (isStripHidden()) toast.plain(messages.offlineNotice, { id: "connection" });
  });
  const refresh = useEffectEvent(() => void revalidate());
  useEffect(() => {
    const stops = [
      // First: a page that starts without a network is told by the strip alone.
      watchConnection(),
      subscribeToConnection(() => tell()),
      subscribeToReturn(() => refresh()),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);

  if (!isAway) return null;
  return (
    <aside aria-label={messages.connection} className="bg-sunken border-line border-b">
      <div className="content flex items-start gap-3 py-3 text-sm">
        <Icon name="offline" className="mt-px size-5" />
        <p role="status">
          <strong className="font-bold">{messages.offlineNotice}</strong>{" "}
          {messages.offlineStillWorks}
        </p>
      </div>
    </aside>
  );
}
