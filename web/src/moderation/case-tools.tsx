import * as calls from "@market/contract/moderation/calls";
import * as safetyMessages from "@market/contract/moderation/messages";
import type { ModerationCase } from "@market/contract/moderation/schemas";
import { call } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";
import { useCaseChange } from "./use-case-change.ts";

/** Who works on an open case, and whether an authority ordered it. */
export function CaseTools({ of: { id, claim } }: { of: ModerationCase }) {
  const params = { caseId: id };
  const claiming = useCaseChange(id, (isMine: boolean, headers) =>
    call(isMine ? calls.releaseCase : calls.claimCase, { params, headers }),
  );
  const authority = useCaseChange(id, async (_: undefined, headers) => {
    const answer = await call(calls.markAuthority, { params, headers });
    toast.success(safetyMessages.dueInThreeHours);
    return answer;
  });
  const isMine = claim?.mine === true;
  return (
    <div className="grid gap-2">
      {claim && (
        <p className="text-muted wrap-anywhere" role="status">
          {isMine ? safetyMessages.claimedByYou : safetyMessages.claimedBy(claim.by)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {(claim === undefined || isMine) && (
          <Button kind="plain" busy={claiming.isPending} onClick={() => claiming.mutate(isMine)}>
            {isMine ? safetyMessages.releaseCase : safetyMessages.claimCase}
          </Button>
        )}
        <Button kind="plain" busy={authority.isPending} onClick={() => authority.mutate(undefined)}>
          {safetyMessages.byAuthority}
        </Button>
      </div>
    </div>
  );
}
