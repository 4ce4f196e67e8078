import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ModerationCase } from "@market/contract/moderation/schemas";
import { useRef } from "react";
import { describeFailure } from "../api/api-error.ts";
import { toast } from "../ui/toast.ts";

export const caseKey = (caseId: string) => ["own", "case", caseId];

/**
 * Sends a change of a case under a key of its own, and shows the case that is answered.
 * @param send answers the case, or nothing when it has to be read again
 */
export function useCaseChange<Input>(
  caseId: string,
  send: (input: Input, headers: Record<string, string>) => Promise<{ case?: ModerationCase }>,
): UseMutationResult<{ case?: ModerationCase }, Error, Input> {
  const queries = useQueryClient();
  const key = useRef(crypto.randomUUID());
  return useMutation({
    mutationFn: (input: Input) => send(input, { "idempotency-key": key.current }),
    onSuccess: async ({ case: changed }) => {
      if (changed) queries.setQueryData(caseKey(caseId), changed);
      await Promise.all([
        ...(changed ? [] : [queries.invalidateQueries({ queryKey: caseKey(caseId) })]),
        queries.invalidateQueries({ queryKey: ["own", "cases"] }),
      ]);
    },
    onError: (failure) => toast.error(describeFailure(failure)),
    onSettled: () => {
      key.current = crypto.randomUUID();
    },
  });
}
