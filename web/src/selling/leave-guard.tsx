import * as sellingMessages from "@market/contract/products/selling-messages";
import * as shellMessages from "@market/contract/shell/messages";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { holdBack } from "../browser/hold-back.ts";
import { isPlainClick } from "../browser/plain-click.ts";
import { Confirm } from "../ui/confirm.tsx";

type Props = { active: boolean; onLeave: () => void };

/** Asks before unsaved changes are left, by a link, by Back or by closing the tab. */
export function LeaveGuard({ active, onLeave }: Props) {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState<{ go: () => void }>();
  useEffect(() => {
    if (!active) return undefined;
    const end = new AbortController();
    const { signal } = end;
    const release = holdBack(() =>
      setLeaving({
        go: () => {
          release();
          history.back();
        },
      }),
    );
    const askOnLink = (event: MouseEvent) => {
      const link = (event.target as Element).closest("a");
      const isElsewhere = link?.origin === location.origin && link.pathname !== location.pathname;
      if (!link || !isElsewhere || link.target !== "" || !isPlainClick(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const { pathname, search, hash } = link;
      setLeaving({ go: () => void navigate({ pathname, search, hash }) });
    };
    document.addEventListener("click", askOnLink, { capture: true, signal });
    addEventListener("beforeunload", (event) => event.preventDefault(), { signal });
    return () => {
      release();
      end.abort();
    };
  }, [active, navigate]);

  return (
    <Confirm
      open={leaving !== undefined}
      title={sellingMessages.leaveQuestion}
      cancel={shellMessages.no}
      confirm={sellingMessages.leave}
      ownsBack
      onCancel={() => setLeaving(undefined)}
      onConfirm={() => {
        onLeave();
        leaving?.go();
      }}
    >
      {sellingMessages.leaveMeans}
    </Confirm>
  );
}
