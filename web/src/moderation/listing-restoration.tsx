import * as calls from "@market/contract/moderation/calls";
import * as moderationMessages from "@market/contract/moderation/messages";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import { call } from "../api/client.ts";
import { toast } from "../ui/toast.ts";
import { UndoForm } from "./undo-form.tsx";
import { useCaseChange } from "./use-case-change.ts";

type Props = { caseId: string; productId: string };

export function ListingRestoration({ caseId, productId }: Props) {
  const restoring = useCaseChange(caseId, async (note: string, headers) => {
    await call(calls.restoreListing, { params: { productId }, body: { note }, headers });
    toast.success(moderationMessages.actionWords.restore);
    return {};
  });
  return (
    <UndoForm
      button={moderatorsMessages.showAgain}
      usualNote={moderatorsMessages.undoNotes.restore}
      isBusy={restoring.isPending}
      onSend={restoring.mutateAsync}
    />
  );
}
