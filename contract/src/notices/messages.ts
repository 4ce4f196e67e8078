import { doubtAnswerHours, outcomeHours, restoreDays } from "../limits.ts";
import type { PauseReason } from "../products/product.ts";
import type { NoticeAnswer, NoticeKind, noticeKinds } from "./notice.ts";

export const notices = "Notices";
export const unread = (count: number) =>
  count === 0 ? "Notices" : `Notices, ${count === 99 ? "99 or more" : count} unread`;
export const noticesLead = "What happened with your items, contacts and deals.";
export const noNotices =
  "Nothing yet. You will see here when someone asks for your number, when a saved item gets cheaper, and what is new for your alerts.";
export const listSomething = "List an item";
export const findSomething = "Browse items";
export const isUnread = "New:";
export const noticesFailed = "Your notices could not be loaded.";
export const moreNotices = "Show earlier notices";
export const settings = "Notify me about";
export const byMail = "Also by email, at most once a day";
export const byPush = "Push notifications on this device";
export const pushNote =
  "Your browser's maker (such as Google, Mozilla or Apple) delivers them: it learns when this device gets one, not what it says. We keep the address that it gave this device until you turn this off or log out.";
export const pushBlocked =
  "This browser blocks notifications from here. Allow them in its settings first.";
export const pushFailed = "This browser could not be set up for notifications. Please try again.";
export const pushUnknown = "Notices cannot be sent to this browser.";
export const pushTaken = "This browser belongs to another student. Please try again.";
export const newNotice = "You have a new notice.";
export const settingsFailed = "This could not be saved. Please try again.";
export const kinds: Record<(typeof noticeKinds)[number], string> = {
  contacted: "Students who ask for my number",
  "asked-outcome": "Buyers who say they bought from me",
  "still-available": "Items I should confirm",
  "expires-soon": "Items that expire soon",
  "price-drop": "Price drops of saved items",
  "search-match": "New items for my alerts",
  feedback: "Feedback on my deals",
  moderation: "Decisions about me and my items",
  "reservation-over": "Reservations that have ended",
  "sold-said": "Buyers who say that my item is gone",
  farewell: "My items before I leave",
  "by-key": "What was done with a key to my items",
  handover: "Items that friends hand over",
  "contact-request": "Requests for a number, and their answers",
  "sold-told": "Items that I saved or asked about and that are gone",
};
export const done = "Done.";
export const removed = `You removed the item. You can restore it for ${restoreDays} days.`;
export const undo = "Undo";

// What notices say
export const contacted = (count: number, name: string) =>
  `${count === 1 ? "1 student" : `${count} students`} asked for your number: ${name}`;
export const soldTo = (buyer: string, name: string) => `Sold to ${buyer}? ${name}`;
export const soldYes = "Yes, sold";
export const soldNo = "No";
export const howWasBuying = (seller: string, name: string) =>
  `${seller} confirmed the deal: ${name}. Did everything go well? Your answer is final.`;
export const howWasSelling = (buyer: string, name: string) =>
  `Deal with ${buyer}: ${name}. Did everything go well? Your answer is final.`;
export const allWell = "All went well";
export const notSoWell = "Not so well";
const answers: Record<NoticeAnswer, string> = {
  confirmed: "You said: Still available.",
  sold: "Marked as sold.",
  reserved: "Reserved.",
  edited: "You edited the item.",
  "deal-confirmed": "You confirmed the deal.",
  "deal-refused": "You said no.",
  "other-buyer": "You sold it to someone else.",
  good: `You said: ${allWell}.`,
  "not-good": `You said: ${notSoWell}.`,
  bought: "You bought it.",
  "handover-accepted": "You accepted.",
  "handover-declined": "You declined.",
  "handover-over": "This offer has ended.",
  "request-shared": "You shared your number.",
  "request-refused": "You said: Not now.",
  "request-withdrawn": "The student no longer asks.",
  "request-over": "This request has ended.",
};
export const answered = (kind: NoticeKind, answer: NoticeAnswer) =>
  kind === "expires-soon" && answer === "confirmed" ? "Renewed." : answers[answer];
export const gaveFeedback = (name: string, listing: string) =>
  `${name} gave you feedback: ${listing}`;
export const repliedToFeedback = (name: string, listing: string) =>
  `${name} replied to your feedback: ${listing}`;
export const noReplies = (name: string) =>
  `Three students in a row got no reply. Still available? ${name}`;
export const stillAvailable = "Still available";
export const isSold = "Sold";
export const pausedAsSold = (buyers: number, name: string) =>
  `Paused: ${buyers === 1 ? "a buyer says" : `${buyers} buyers say`} that it was sold. Still there? ${name}`;
export const oneSaysSold = (name: string) =>
  `A buyer says that it was sold. Without your answer it is paused in ${doubtAnswerHours} hours. Still there? ${name}`;
export const pausedForNumber = (name: string) =>
  `Paused: two buyers say that the number is wrong. Is this your number? ${name}`;
export const stillThere = "Still there";
export const numberIsMine = "Yes, it is";
export const someone = "A student";

// Before a contact
export const safetyTitle = "Before you chat";
export const safetyLines = [
  "You never need to scan a code or enter a PIN to receive money.",
  "Check the item before you pay, and pay when you meet.",
  "Meet where other people are around.",
];
export const meetingPlaces = "Good places to meet";
export const safetySkip = "Don't show today";

// After a contact
export const didReply = (seller: string, name: string) => `Did ${seller} reply about ${name}?`;
export const didBuy = (name: string) => `Did you buy ${name}?`;
export const outcome = "How did it go?";
export const yes = "Yes";
export const no = "No";
export const bought = "Bought";
export const notYet = "Not yet";
export const notBought = "No";
export const notNow = "Not now";
export const thanks = "Thank you.";
export const sellerConfirms = (seller: string) => `Thank you. We have asked ${seller} to confirm.`;
export const sellerAlreadyPrompted = (seller: string) =>
  `Thank you. We had asked ${seller} already.`;
export const soldToOther = (seller: string) =>
  `${seller} has confirmed this deal with another student, so we have not asked again.`;

export const tooEarlyForNo = `Please give the seller time: you can say this ${outcomeHours} hours after you asked for the number.`;
export const tooEarlyForFeedback =
  "You can give feedback one hour after the buyer asked for the number. Please try again then.";

export const deals = "Deals";
export const someListing = "An item";
export const soldToQuestion = (name: string) => `Sold to ${name}?`;
export const boughtFrom = (name: string) => `Bought from ${name}`;
export const saidBought = (name: string) => `${name} said they bought it`;
export const refusedBySeller = "You said no. You can change that for 24 hours.";
export const itWasSold = "It was sold";
export const soldToName = (name: string) => `Sold to ${name}`;
export const waitsForSeller = (name: string) => `${name} has not confirmed it yet.`;
export const goodDeal = "Good";
export const badDeal = "Not good";
export const giveFeedback = "Give feedback";
export const feedbackQuestion = (name: string) => `How was it with ${name}?`;
export const feedbackRule =
  "They see it once you have both given feedback, or after 7 days. It cannot be changed.";
export const tags = {
  "on-time": "On time",
  "as-described": "As described",
  "fair-price": "Fair price",
  friendly: "Friendly",
} as const;
export const feedbackText = "In your words (optional)";
export const sendFeedback = "Send";
export const feedbackSent = "Thank you for your feedback.";
export const yourFeedback = "Your feedback";
export const theirFeedback = (name: string) => `${name}'s feedback`;
export const reply = "Reply";
export const yourReply = "Your reply";
export const sendReply = "Send reply";
export const theirReply = "Reply";
export const reportFeedback = "Report";
export const replySent = "Your reply was sent.";

// The seller line
export const replies = {
  usually: "Usually replies",
  "often-not": "Often does not reply",
} as const;
export const dealCount = (deals: number, good: number) => {
  const count = deals === 1 ? "1 deal" : `${deals} deals`;
  if (good === 0) return count;
  return good >= deals ? `${count}, all good` : `${count}, ${good} good`;
};
export const saidOf = (name: string) => `What others say about ${name}`;
export const logInToRead = "Log in to read what others say";
export const moreFromSeller = "More from this seller";

export const pausedBecause: Record<PauseReason, string> = {
  "no-answer":
    "Paused: several students got no reply and you did not confirm availability. It no longer appears in lists.",
  "sold-said":
    "Paused: buyers say that it was sold. It no longer appears in lists. Is it still there?",
  "wrong-number":
    "Paused: two buyers say that your number is wrong. It no longer appears in lists. Is it your number?",
  left: "Paused: the day until which you were here is over. It no longer appears in lists. Is it still there?",
};
export const unanswered = "Three students in a row got no reply. Is it still there?";

export const feedbackRemoved = "The feedback was removed.";
export const usualFeedbackNote = "This feedback breaks our rules, so it was removed.";
