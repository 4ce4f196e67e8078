import * as z from "zod/mini";
import { maxLength } from "../limits.ts";
import { requestStates } from "../products/product.ts";
import { feedbackTags } from "../students/feedback.ts";
import { feedback } from "../students/schemas.ts";
import { optionalText, requiredText } from "../text-schemas.ts";

const time = z.iso.datetime();

/** A contact whose outcome may be requested from the buyer; `seller` is the first name. */
export const openOutcome = z.object({
  productId: z.uuid(),
  name: z.string(),
  seller: z.string(),
  contactedAt: time,
  ask: z.enum(["replied", "bought"]),
});
export type OpenOutcome = z.infer<typeof openOutcome>;

/** The day on which the caller leaves, and the number of their listings to decide on. */
export const farewell = z.object({ day: z.iso.date(), items: z.int() });
export type Farewell = z.infer<typeof farewell>;

/** Body of PUT outcomes; an empty one records that the buyer saw the question and has not answered. */
export const outcomeForm = z.strictObject({
  replied: z.optional(z.boolean()),
  bought: z.optional(z.union([z.boolean(), z.literal("not-yet")])),
  sold: z.optional(z.literal(true)),
});
export type OutcomeForm = z.infer<typeof outcomeForm>;

export const dealForm = z.strictObject({ confirmed: z.boolean() });

export const feedbackForm = z.strictObject({
  good: z.boolean(),
  tags: z._default(z.array(z.enum(feedbackTags)).check(z.maxLength(feedbackTags.length)), []),
  text: optionalText(maxLength.feedback),
});
export type FeedbackForm = z.input<typeof feedbackForm>;
export const replyForm = z.strictObject({ text: requiredText(maxLength.feedback) });

/** `with` is the first name of the other side; `refusedAt` while the seller can still confirm a deal that they refused. */
export const deal = z.object({
  id: z.uuid(),
  productId: z.optional(z.uuid()),
  name: z.string(),
  role: z.enum(["buyer", "seller"]),
  with: z.string(),
  createdAt: time,
  confirmedAt: z.optional(time),
  refusedAt: z.optional(time),
  feedback: z.object({ mine: z.optional(feedback), theirs: z.optional(feedback) }),
});
export type Deal = z.infer<typeof deal>;

/** A request for a seller's number; `with` is the first name of the other side. */
export const contactRequest = z.object({
  id: z.uuid(),
  productId: z.uuid(),
  name: z.string(),
  with: z.string(),
  state: z.enum(requestStates),
  createdAt: time,
});
export type ContactRequest = z.infer<typeof contactRequest>;

/** A request to the student; `deals` counts the students with whom the buyer has made one. */
export const receivedRequest = z.extend(contactRequest, {
  buyer: z.object({ _id: z.uuid(), name: z.string(), deals: z.int() }),
  expiresAt: time,
});
export type ReceivedRequest = z.infer<typeof receivedRequest>;

export const requestAnswers = ["share", "not-now", "sold"] as const;
export type RequestAnswer = (typeof requestAnswers)[number];
export const requestAnswer = z.strictObject({ answer: z.enum(requestAnswers) });
