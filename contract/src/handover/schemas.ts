import * as z from "zod/mini";
import { maxLength } from "../limits.ts";
import { requiredText, text } from "../text-schemas.ts";

/** `void`: sold, hidden, removed, or its seller suspended before the answer. */
export const handoverStates = [
  "open",
  "accepted",
  "declined",
  "withdrawn",
  "lapsed",
  "void",
] as const;

/** An offer as it is answered when it is made: the same for every address, known or not. */
export const handover = z.object({
  id: z.uuid(),
  productId: z.uuid(),
  /** The friend's college email address. */
  to: z.string(),
  state: z.enum(handoverStates),
  createdAt: z.iso.datetime(),
});
export type Handover = z.infer<typeof handover>;

export const givenHandover = z.extend(handover, { name: z.string() });
export type GivenHandover = z.infer<typeof givenHandover>;

/** An offer to the student; `from` is the first name of the seller. */
export const receivedHandover = z.extend(z.omit(givenHandover, { to: true }), { from: z.string() });
export type ReceivedHandover = z.infer<typeof receivedHandover>;

export const handoverForm = z.object({
  email: z.pipe(
    text(254).check(
      z.regex(/^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/),
      z.meta({ pattern: String.raw`^\s*[^\s@\u0000]+@[^\s@\u0000]+\.[^\s@\u0000]+\s*$` }),
    ),
    z.transform((typed: string) => typed.trim().toLowerCase()),
  ),
});
export type HandoverForm = z.infer<typeof handoverForm>;

/** `address`, where buyers meet the new seller, goes with `accept: true`. */
export const handoverAnswer = z.object({
  accept: z.boolean(),
  address: z.optional(requiredText(maxLength.address)),
});
export type HandoverAnswer = z.infer<typeof handoverAnswer>;
