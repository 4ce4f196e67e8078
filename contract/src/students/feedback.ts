/** The tags that feedback may add to good or not. */
export const feedbackTags = ["on-time", "as-described", "fair-price", "friendly"] as const;
export type FeedbackTag = (typeof feedbackTags)[number];
