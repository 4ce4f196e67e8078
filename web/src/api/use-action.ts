import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { toast } from "../ui/toast.ts";
import { describeFailure } from "./api-error.ts";

/**
 * Runs what a tap starts. While it runs, another tap with an equal input does nothing; inputs are compared as JSON.
 * @param onFailure shows the failure as a toast by default
 */
export function useAction<Input = void>(
  action: (input: Input) => Promise<unknown>,
  onFailure: (failure: unknown) => void = toastFailure,
) {
  const running = useRef(new Set<string | undefined>());
  const { mutate, ...state } = useMutation<unknown, unknown, Input>({
    mutationFn: action,
    onError: onFailure,
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

const toastFailure = (failure: unknown) => toast.error(describeFailure(failure));
