import type { ErrorCode, FieldError } from "@market/contract/errors";

/** A refusal, with what the server said of it. `status` is 0 when no answer arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | "no-answer" | "invalid-answer";
  readonly errors: FieldError[];
  /** Seconds after which asking again may help. */
  readonly retryAfter: number | undefined;
  /** The refusal's own sentence, where it had one. */
  readonly said: string | undefined;

  constructor(
    message: string,
    details: {
      status: number;
      code: ApiError["code"];
      errors?: FieldError[];
      retryAfter?: number;
      said?: string;
      cause?: unknown;
    },
  ) {
    super(message, { cause: details.cause });
    this.name = "ApiError";
    this.status = details.status;
    this.code = details.code;
    this.errors = details.errors ?? [];
    this.retryAfter = details.retryAfter;
    this.said = details.said;
  }
}
