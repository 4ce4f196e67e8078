import * as messages from "@market/contract/notices/messages";
import type { PushState } from "@market/contract/notices/notice";
import { useState } from "react";
import { ApiError, describeFailure } from "../api/api-error.ts";
import { useAction } from "../api/use-action.ts";
import { Switch } from "../ui/switch.tsx";
import { toast } from "../ui/toast.ts";
import { turnOff, turnOn } from "./push.ts";

/** Whether this browser shows notices immediately. It requests the permission at a tap, never earlier. */
export function PushSwitch({ push }: { push: PushState }) {
  const [permission, setPermission] = useState(Notification.permission);
  const [isOn, setOn] = useState(push.on && permission === "granted");
  const { run: change, isPending } = useAction(
    async (isWanted: boolean) => {
      try {
        if (isWanted) setOn(await turnOn(push.key));
        else {
          await turnOff();
          setOn(false);
        }
      } finally {
        setPermission(Notification.permission);
      }
    },
    (failure) =>
      toast.error(failure instanceof ApiError ? describeFailure(failure) : messages.pushFailed),
  );
  const isBlocked = permission === "denied";
  return (
    <>
      <Switch
        label={messages.byPush}
        checked={isOn}
        disabled={isPending || isBlocked}
        onChange={change}
      >
        {messages.byPush}
      </Switch>
      <p className="text-muted pb-3 text-sm">
        {isBlocked ? messages.pushBlocked : messages.pushNote}
      </p>
    </>
  );
}
