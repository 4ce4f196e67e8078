import * as z from "zod/mini";
import type { Call } from "./call.ts";
import type { ErrorCode } from "./errors.ts";
import type { ReplyHeader, RequestHeader } from "./headers.ts";

export type Endpoint = Call & {
  summary: string;
  /** Path parameters, UUIDs unless they are plain texts, each with the refusal when it is none. */
  params?: Record<string, ErrorCode>;
  hasPlainParams?: true;
  query?: z.ZodMiniType;
  /** The refusal of a query or body that does not fit its schema. */
  refusal?: ErrorCode;
  /** The refusal of single fields of the body that has one of its own. */
  fieldRefusals?: Record<string, ErrorCode>;
  /** `none` also accepts an empty body under a JSON content type. */
  body: "none" | "multipart" | z.ZodMiniType;
  /** `exempt` calls are never refused under overload; uploads are counted apart. */
  overload?: "exempt";
  /** The fields of a multipart body, for the description of the API; the server checks them by itself. */
  form?: z.ZodMiniObject;
  /** Headers that it reads, besides those that every endpoint reads. */
  reads?: readonly RequestHeader[];
  /** Headers that some of its answers have, besides those that every answer may have. */
  tells?: readonly ReplyHeader[];
  /** Status of success, 200 unless said. */
  status?: 201 | 204;
  /** Status when what was asked for was there already. */
  statusAgain?: 200;
  reply: z.ZodMiniType | "none" | "redirect" | "file";
  /** Media types of a file, or of the page that a `redirect` may answer instead. */
  types?: readonly string[];
};

/** What most replies begin with. */
export const success = z.literal(true);
export const message = z.string();
