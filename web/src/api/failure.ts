import { errors } from "@market/contract/errors";
import { ApiError } from "./client.ts";

/** The sentence that a person is shown for a failure, whatever was thrown. */
export function describeFailure(failure: unknown): string {
  if (failure instanceof ApiError) return failure.message;
  if (typeof navigator !== "undefined" && navigator.onLine === false) return "You are offline. Please try again when you are connected.";
  return errors.internal.message;
}
