export const feedbackTags = ["on-time", "as-described", "fair-price", "friendly"] as const;
export type FeedbackTag = (typeof feedbackTags)[number];
