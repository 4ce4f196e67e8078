export type { Feedback } from "../students/schemas.ts";
export type { ContactRequest, ReceivedRequest, RequestAnswer } from "./schemas.ts";
export type { Deal, Farewell, FeedbackForm, OpenOutcome, OutcomeForm } from "./schemas.ts";
