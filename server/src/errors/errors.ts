import {
  errors,
  type ErrorCode,
  type FieldError,
  type SuspensionDetails,
} from "@market/contract/errors";
import { DatabaseError } from "pg";

type Details = {
  status?: number;
  message?: string;
  errors?: FieldError[];
  suspension?: SuspensionDetails;
  retryAfter?: number;
  cause?: unknown;
};

const usualWaits: Record<number, number> = { 429: 60, 503: 5 };

/** A refusal of the contract's error table: safe to show, not logged as an error. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldError[] | undefined;
  readonly suspension: SuspensionDetails | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? errors[code].message, { cause: details.cause });
    this.code = code;
    this.status = details.status ?? errors[code].status;
    this.errors = details.errors;
    this.suspension = details.suspension;
    this.retryAfter =
      details.retryAfter ?? (code === "storage-full" ? 30 : usualWaits[this.status]);
  }
}

/** The connection was lost during a commit: its rows may exist, so keep what they need. */
export class CommitInDoubt extends Error {}

export type FieldFault = FieldError & { code: ErrorCode };

/** Names every fault, under the code and message of the first. */
export function refusalOf(faults: readonly FieldFault[]): AppError {
  const errors = faults.map(({ field, message }) => ({ field, message }));
  return new AppError(faults[0]?.code ?? "invalid-request", {
    message: faults[0]?.message,
    errors,
  });
}

/** Uniqueness is decided by the database alone. */
const constraintErrors: Record<string, ErrorCode> = {
  identities_email_unique: "identity-changed",
  users_identity_unique: "user-already-registered",
  products_price_positive: "invalid-price",
  push_subscriptions_endpoint: "push-taken",
};

/** Foreign keys to rows that another request deleted after this one had read them. */
const deletedRows: [keys: RegExp, code: ErrorCode][] = [
  [/_product_id_fkey$|^(outcomes|deals)_seller_id_fkey$/, "product-not-found"],
  [/^bundle_products_bundle_id_fkey$/, "bundle-not-found"],
  [/^feedback_(deal|about)_id_fkey$/, "deal-not-found"],
  [/^(blocks_blocked|cases_user|decisions_user|notices_about)_id_fkey$/, "user-not-found"],
  // The caller's own account or session.
  [/_(user|seller|owner|blocker|reporter|buyer|author|identity|session)_id_fkey$/, "invalid-token"],
];
const codeOfDeletedRow = ({ code, constraint = "" }: DatabaseError) =>
  code === "23503" ? deletedRows.find(([keys]) => keys.test(constraint))?.[1] : undefined;

const errorsByCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported-media-type",
  FST_ERR_CTP_BODY_TOO_LARGE: "body-too-large",
  FST_ERR_CTP_EMPTY_JSON_BODY: "invalid-json",
  FST_ERR_CTP_INVALID_JSON_BODY: "invalid-json",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "invalid-request",
  FST_ERR_BAD_URL: "not-found",
  FST_ERR_MAX_PARAM_LENGTH: "not-found",
  // PostgreSQL's words for texts that it cannot hold; the contract refuses them before.
  22021: "invalid-text",
  "22P05": "invalid-text",
  EMFILE: "server-busy",
  ENFILE: "server-busy",
};

const unreachable = new Set([
  ..."ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN".split(
    " ",
  ),
  "57014",
]);
const broken =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/;

/** PostgreSQL classes 08, 53, 57 and 40: connection lost, out of connections, shutdown, deadlock. */
const isDatabaseAway = ({ code, syscall }: { code?: unknown; syscall?: unknown }) =>
  typeof code === "string" &&
  (/^(08|40|53[23]|57P|25006)/.test(code) ||
    unreachable.has(code) ||
    (code === "ENOENT" && syscall === "connect"));

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  ["ENOSPC", "EDQUOT", "53100"].includes(String(Reflect.get(error, "code")));

type FrameworkError = Error & { code?: string; statusCode?: number };

/** Maps errors to AppErrors. Unknown ones become `internal`; their details are only logged. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof CommitInDoubt) {
    const { code } = toAppError(error.cause);
    return new AppError(code === "internal" ? "database-unavailable" : code, { cause: error });
  }
  if (error instanceof DatabaseError) {
    const refusal = constraintErrors[error.constraint ?? ""] ?? codeOfDeletedRow(error);
    if (refusal) return new AppError(refusal, { cause: error });
  }
  if (error instanceof Error) {
    const { code = "", statusCode } = error as FrameworkError;
    const known = errorsByCode[code];
    if (known) return new AppError(known, { cause: error });
    // Fastify's mark of a body that its client did not send to the end.
    if (code === "ECONNRESET" && statusCode === 400)
      return new AppError("invalid-request", { cause: error });
    if (isDiskFull(error)) return new AppError("storage-full", { cause: error });
    if (isDatabaseAway(error as NodeJS.ErrnoException) || broken.test(error.message)) {
      return new AppError("database-unavailable", { cause: error });
    }
    if (statusCode === 400 && error instanceof SyntaxError)
      return new AppError("invalid-json", { cause: error });
    if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
      return new AppError("invalid-request", { cause: error });
    }
  }
  return new AppError("internal", { cause: error });
}
