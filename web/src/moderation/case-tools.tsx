import * as calls from "@market/contract/moderation/calls";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import type { ModerationCase } from "@market/contract/moderation/schemas";
import * as shellMessages from "@market/contract/shell/messages";
import { useState } from "react";
import { call } from "../api/client.ts";
import { focus } from "../browser/focus.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";
import { useCaseChange } from "./use-case-change.ts";

export function CaseTools({ of: { id, claim, byAuthority } }: { of: ModerationCase }) {
  const [isAsking, setIsAsking] = useState(false);
  const params = { caseId: id };
  const claiming = useCaseChange(id, (isMine: boolean, headers) =>
    call(isMine ? calls.releaseCase : calls.claimCase, { params, headers }),
  );
  const authority = useCaseChange(id, async (_: undefined, headers) => {
    const answer = await call(calls.markAuthority, { params, headers });
    setIsAsking(false);
    toast.success(moderatorsMessages.dueInThreeHours);
    return answer;
  });
  // The button disappears with the answer.
  const isJustMarked = authority.isSuccess;
  const isMine = claim?.mine === true;
  return (
    <div className="grid gap-2">
      {claim && (
        <p className="text-muted wrap-anywhere" role="status">
          {isMine ? moderatorsMessages.claimedByYou : moderatorsMessages.claimedBy(claim.by)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {(claim === undefined || isMine) && (
          <Button kind="plain" busy={claiming.isPending} onClick={() => claiming.mutate(isMine)}>
            {isMine ? moderatorsMessages.releaseCase : moderatorsMessages.claimCase}
          </Button>
        )}
        {!byAuthority && (
          <Button kind="plain" onClick={() => setIsAsking(true)}>
            {moderatorsMessages.byAuthority}
          </Button>
        )}
      </div>
      {byAuthority && (
        <p ref={isJustMarked ? focus : undefined} tabIndex={-1} className="font-bold outline-none">
          {moderatorsMessages.orderedMark}
        </p>
      )}
      <Confirm
        open={isAsking}
        title={moderatorsMessages.askByAuthority}
        cancel={shellMessages.cancel}
        confirm={moderatorsMessages.markOrdered}
        busy={authority.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => authority.mutate(undefined)}
      >
        {moderatorsMessages.askByAuthorityText}
      </Confirm>
    </div>
  );
}
