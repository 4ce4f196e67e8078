import { messages } from "@market/contract/messages";
import { ApiError } from "./api-error.ts";

/** The sentence that a person is shown for a failure, whatever was thrown. */
export function describeFailure(failure: unknown): string {
  if (failure instanceof ApiError) return failure.message;
  if (typeof navigator !== "undefined" && navigator.onLine === false) return messages.offline;
  return messages.wentWrong;
}
