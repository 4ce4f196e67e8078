import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ModerationCase } from "@market/contract/moderation/schemas";
import { ApiError, describeFailure } from "../api/api-error.ts";
import { useOnce } from "../api/use-once.ts";
import { toast } from "../ui/toast.ts";

export const caseKey = (caseId: string) => ["own", "case", caseId];

/** Sends a change under its own key and shows the answered case. @param send answers nothing when it has to be read again */
export function useCaseChange<Input>(
  caseId: string,
  send: (input: Input, headers: Record<string, string>) => Promise<{ case?: ModerationCase }>,
): UseMutationResult<{ case?: ModerationCase }, Error, Input> {
  const queries = useQueryClient();
  const once = useOnce();
  const readAgain = (isCaseKnown: boolean) =>
    Promise.all([
      ...(isCaseKnown ? [] : [queries.invalidateQueries({ queryKey: caseKey(caseId) })]),
      queries.invalidateQueries({ queryKey: ["own", "cases"] }),
    ]);
  return useMutation({
    mutationFn: (input: Input) => once(input, (headers) => send(input, headers)),
    onSuccess: async ({ case: changed }) => {
      if (changed) queries.setQueryData(caseKey(caseId), changed);
      await readAgain(changed !== undefined);
    },
    onError: (failure) => {
      toast.error(describeFailure(failure));
      // Another moderator was faster: the shown case is out of date.
      if (failure instanceof ApiError && failure.status === 409) void readAgain(false);
    },
  });
}
