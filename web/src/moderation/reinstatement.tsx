import * as calls from "@market/contract/moderation/calls";
import * as safetyMessages from "@market/contract/moderation/messages";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { describeFailure } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { toast } from "../ui/toast.ts";
import { UndoForm } from "./undo-form.tsx";

/** Ends the suspension of a student. */
export function Reinstatement({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (note: string) => call(calls.reinstateUser, { params: { userId }, body: { note } }),
    onSuccess: () => {
      toast.success(safetyMessages.actionWords.reinstate);
      return queries.invalidateQueries({ queryKey: ["own"] });
    },
    onError: (failure) => toast.error(describeFailure(failure)),
  });
  return (
    <UndoForm
      button={safetyMessages.reinstate}
      usualNote={safetyMessages.undoNotes.reinstate}
      isBusy={isPending}
      onSend={mutate}
    />
  );
}
