import { messages } from "@market/contract/messages";
import { ApiError } from "./api-error.ts";
import { isOffline } from "./connection.ts";

/** The sentence that a person is shown for a failure, whatever was thrown. */
export function describeFailure(failure: unknown): string {
  if (failure instanceof ApiError) return failure.message;
  const isCutOff = typeof navigator !== "undefined" && navigator.onLine === false;
  if (isCutOff || isOffline()) return messages.offline;
  return messages.wentWrong;
}
