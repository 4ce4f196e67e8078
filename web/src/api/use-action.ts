import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { toast } from "../ui/toast.ts";
import { describeFailure } from "./api-error.ts";

/**
 * Runs what a tap starts. While it runs, another tap with the same input does nothing.
 * @param onFailure shows the failure as a toast by default
 */
export function useAction<Input = void>(
  action: (input: Input) => Promise<unknown>,
  onFailure: (failure: unknown) => void = toastFailure,
) {
  const running = useRef(new Set<Input>());
  const { mutate, ...state } = useMutation<unknown, unknown, Input>({
    mutationFn: action,
    onError: onFailure,
    onSettled: (_result, _failure, input) => void running.current.delete(input),
  });
  const run = (input: Input) => {
    // `isPending` is a moment late for a second tap.
    if (running.current.has(input)) return;
    running.current.add(input);
    mutate(input);
  };
  return { ...state, run };
}

const toastFailure = (failure: unknown) => toast.error(describeFailure(failure));
