import type { ErrorCode, FieldError, Problem, SuspensionDetails } from "@market/contract/errors";
import * as shellMessages from "@market/contract/shell/messages";
import { isOffline } from "../browser/connection.ts";

/** `status` is 0 when no answer arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | "no-answer" | "invalid-answer";
  readonly errors: FieldError[];
  /** Seconds. */
  readonly retryAfter: number | undefined;
  readonly serverMessage: string | undefined;
  readonly suspension: SuspensionDetails | undefined;

  constructor(message: string, details: Details) {
    super(message, { cause: details.cause });
    this.name = "ApiError";
    this.status = details.status;
    this.code = details.code;
    this.errors = details.errors ?? [];
    this.retryAfter = details.retryAfter;
    this.serverMessage = details.serverMessage;
    this.suspension = details.suspension;
  }
}

type Details = Pick<ApiError, "status" | "code"> &
  Partial<Pick<ApiError, "errors" | "retryAfter" | "serverMessage" | "suspension" | "cause">>;

export function describeFailure(failure: unknown): string {
  if (failure instanceof ApiError) return failure.message;
  const isCutOff = typeof navigator !== "undefined" && navigator.onLine === false;
  if (isCutOff || isOffline()) return shellMessages.offline;
  return shellMessages.wentWrong;
}

export function suspensionIn(problem: Partial<Problem> | null | undefined) {
  if (problem?.code !== "account-suspended") return undefined;
  const { reason, until, deleted } = problem;
  return { ...(reason && { reason }), ...(until && { until }), ...(deleted && { deleted }) };
}
