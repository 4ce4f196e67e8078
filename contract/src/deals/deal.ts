export type { Feedback } from "../students/schemas.ts";
export type { Deal, FeedbackForm, OpenOutcome, OutcomeForm } from "./schemas.ts";
