import { openRequests, requestAgainDays, requestHours } from "../limits.ts";

export const askFirst = "Buyers ask first";
export const askFirstOfOne =
  "You decide for each buyer who sees your number and your meeting place.";
export const askFirstOfAll =
  "For all your items: you decide for each buyer who sees your number. An item can have its own choice.";
export const choiceSaved = "Saved.";

// The buyer
export const theSeller = "The seller";
export const willAsk = "Chat asks with your first name and deals.";
export const sent = (seller: string) => `${seller} was asked for the number.`;
export const sentNote = `You will be told the answer. It can take up to ${requestHours} hours.`;
export const standing = {
  open: (seller: string) => `${seller} has not answered yet.`,
  shared: (seller: string) => `${seller} shares the number with you.`,
  refused: (seller: string) => `${seller} does not share the number.`,
  expired: (seller: string) => `${seller} did not answer in ${requestHours} hours.`,
} as const;
export const expiredNote = `You can ask once more, ${requestAgainDays} days after the first time.`;
export const askAgain = "Ask again";
export const withdraw = "Withdraw";
export const withdrawn = "You no longer ask for this number.";
export const close = "Close";

// The seller
export const heading = "Requests for your number";
export const lead = "Only the students with whom you share it see your number and meeting place.";
export const asks = (buyer: string, name: string) => `${buyer} asks for your number: ${name}`;
export const dealsOf = (deals: number) => {
  if (deals === 0) return "No deals yet";
  return deals === 1 ? "1 deal" : `${deals} deals`;
};
export const hasExpired = `No answer in ${requestHours} hours. You can still share your number.`;
export const answers = {
  share: "Share my number",
  "not-now": "Not now",
  sold: "It is sold",
} as const;
export const answered = {
  share: (buyer: string) => `${buyer} can see your number now.`,
  "not-now": (buyer: string) => `${buyer} does not see your number.`,
  sold: () => "Marked as sold.",
} as const;
export const blocked = (buyer: string) => `You blocked ${buyer}.`;
export const block = (buyer: string) => `Block ${buyer}`;

// What notices say
export const asksWithDeals = (buyer: string, deals: number, name: string) =>
  `${buyer} (${dealsOf(deals).toLowerCase()}) asks for your number: ${name}`;
export const noticeTexts = {
  shared: (seller: string, name: string) =>
    `${seller} shares the number with you. Tap Chat: ${name}`,
  refused: (seller: string, name: string) => `${seller} does not share the number: ${name}`,
  expired: (seller: string, name: string) =>
    `${seller} did not answer in ${requestHours} hours: ${name}`,
} as const;
export const noticeOpen = (name: string) => `You can chat without asking now: ${name}`;
export const noticeNewSeller = (name: string) =>
  `This item has a new seller. Tap Chat to ask again: ${name}`;

export const notFound = "There is no such request.";
export const notAgain = "You have asked for this number, and cannot ask again now.";
export const notAgainUntil = (day: string) => `You can ask for this number again on ${day}.`;
export const notNeeded = "You need not ask: this number can be seen now.";
export const quota = `You have ${openRequests} open requests. Please wait for an answer, or withdraw one.`;
export const isSold = "This item has been sold.";
export const notOffered = "This item is not offered at the moment, so its number cannot be shared.";
