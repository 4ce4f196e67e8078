import * as shellMessages from "@market/contract/shell/messages";
import { useEffect, useEffectEvent } from "react";
import { isOffline } from "../browser/connection.ts";
import { toast } from "./toast.ts";

/** Replaces a dialog whose code could not be fetched: shows that and closes it, so that another tap tries again. */
export function LostDialog({ onClose }: { onClose: () => void }) {
  const tell = useEffectEvent(() => {
    toast.error(isOffline() ? shellMessages.offline : shellMessages.wentWrong);
    onClose();
  });
  useEffect(() => tell(), []);
  return null;
}
