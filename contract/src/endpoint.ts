import * as z from "zod/mini";
import type { Call } from "./call.ts";
import type { ReplyHeader, RequestHeader } from "./headers.ts";

/** The part of an endpoint that the server and the API description need in addition to its call; `endpoints.ts` checks the codes. */
export type Details<Code extends string = string> = {
  summary: string;
  query?: z.ZodMiniType;
  /** The JSON body, or a form. Without it, an empty body under a JSON content type is accepted too. */
  body?: "multipart" | z.ZodMiniType;
  /** The refusal of a query or body that does not fit its schema, when it is not the usual one. */
  refusal?: Code;
  /** The refusal of single fields of the body that has one of its own. */
  fieldRefusals?: Record<string, Code>;
  /** `exempt` calls are never refused under overload; uploads are counted apart. */
  overload?: "exempt";
  /** The fields of a multipart body, for the description of the API; the server checks them by itself. */
  form?: z.ZodMiniObject;
  /** Headers that it reads, in addition to those that every endpoint reads. */
  reads?: readonly RequestHeader[];
  /** Headers that some of its answers have, in addition to those that every answer may have. */
  tells?: readonly ReplyHeader[];
  /** Status of success, otherwise 200, or 204 without a reply. */
  status?: 201;
  /** Status when the requested state existed already. */
  statusAgain?: 200;
  reply?: z.ZodMiniType | "redirect" | "file";
  /** The body and reply for moderators, which no other caller sees. */
  forModerators?: { body?: z.ZodMiniType; reply: z.ZodMiniType };
  /** Media types of a file, or of the page that a `redirect` may answer instead. */
  types?: readonly string[];
};
/** The usual refusals of what does not fit its schema. */
export const usualRefusals = { query: "invalid-filter", body: "invalid-fields" } as const;

/** The refusal of each path parameter that is a UUID; every other one is plain text. */
export const idRefusals = {
  productId: "product-not-found",
  photoId: "photo-not-found",
  bundleId: "bundle-not-found",
  alertId: "alert-not-found",
  dealId: "deal-not-found",
  sellerId: "seller-not-found",
  userId: "user-not-found",
  caseId: "case-not-found",
  handoverId: "handover-not-found",
  requestId: "request-not-found",
  sessionId: "session-not-found",
} as const;

type Described<C, D> = { [N in keyof C & keyof D]: C[N] & D[N] };

/** Combines the calls of a noun with their details to rows of the endpoint table. */
export function endpointsOf<
  C extends Record<string, Call>,
  const D extends Record<keyof C, Details>,
>(calls: C, details: D): Described<C, D> {
  const rows = Object.entries<Details>(details).map(([name, row]) => [
    name,
    { ...calls[name], ...row },
  ]);
  return Object.fromEntries(rows) as Described<C, D>;
}

const success = z.object({ success: z.literal(true) });
export const ok = <const S extends z.core.$ZodShape>(shape: S) => z.extend(success, shape);
export const message = z.string();
