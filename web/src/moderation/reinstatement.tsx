import * as calls from "@market/contract/moderation/calls";
import * as moderationMessages from "@market/contract/moderation/messages";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { describeFailure } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { useOnce } from "../api/use-once.ts";
import { toast } from "../ui/toast.ts";
import { UndoForm } from "./undo-form.tsx";

export function Reinstatement({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const once = useOnce();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (note: string) =>
      once(note, (headers) =>
        call(calls.reinstateUser, { params: { userId }, body: { note }, headers }),
      ),
    onSuccess: () => {
      toast.success(moderationMessages.actionWords.reinstate);
      return queries.invalidateQueries({ queryKey: ["own"] });
    },
    onError: (failure) => toast.error(describeFailure(failure)),
  });
  return (
    <UndoForm
      button={moderatorsMessages.reinstate}
      usualNote={moderatorsMessages.undoNotes.reinstate}
      isBusy={isPending}
      onSend={mutateAsync}
    />
  );
}
