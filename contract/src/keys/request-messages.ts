import type { RequestAnswer } from "../deals/deal.ts";
import { answers as answerLabels, dealsOf } from "../deals/request-messages.ts";

/** Sentences of the page on which a request for the number is answered without signing in. */
export const title = (buyer: string) => `${buyer} asks for your number`;
export const lead = "This page works without logging in. Anyone who has its address can answer.";
export const deals = (buyer: string, deals: number) => `${buyer}: ${dealsOf(deals)}`;
export const labels: Record<RequestAnswer, string> = answerLabels;

export const questions: Record<RequestAnswer, (buyer: string, name: string) => string> = {
  share: (buyer, name) => `Share your number with ${buyer} for ${name}?`,
  "not-now": (buyer, name) => `Say “Not now” to ${buyer}? It is final for ${name}.`,
  sold: (_buyer, name) => `Is ${name} sold?`,
};
export const confirms: Record<RequestAnswer, string> = {
  share: "Yes, share it",
  "not-now": "Say “Not now”",
  sold: "Yes, sold",
};

export const states = {
  shared: "You shared your number.",
  refused: "The number was not shared.",
  expired: "No answer in 24 hours. You can still share your number.",
  over: "This request has ended.",
};

// An unknown or ended link, and an answer that is refused
export const goneTitle = "This link opens nothing";
export const gone = "The request is no longer there. Log in to see your notices.";

export const inMail = "Answer without logging in:";
