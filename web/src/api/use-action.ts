import { useMutation } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { toast } from "../ui/toast.ts";
import { describeFailure } from "./api-error.ts";

/** While an action runs, another tap with an equal input (as JSON) does nothing. @param onFailure by default a toast until it succeeds */
export function useAction<Input = void>(
  action: (input: Input) => Promise<unknown>,
  onFailure?: (failure: unknown) => void,
) {
  const id = useId();
  const toastFailure = (failure: unknown) => toast.error(describeFailure(failure), { id });
  const running = useRef(new Set<string | undefined>());
  const { mutate, ...state } = useMutation<unknown, unknown, Input>({
    mutationFn: action,
    onError: onFailure ?? toastFailure,
    onSuccess: () => toast.remove(id),
    onSettled: (_result, _failure, input) => void running.current.delete(JSON.stringify(input)),
  });
  const run = (input: Input) => {
    const key = JSON.stringify(input);
    // `isPending` is a moment late for a second tap.
    if (running.current.has(key)) return;
    running.current.add(key);
    mutate(input);
  };
  return { ...state, run };
}
