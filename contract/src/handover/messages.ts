import { handoverDays, handoversPerDay } from "../limits.ts";

export const friendSells = "A friend sells it";
export const email = "Your friend's college email";
export const explained = `If they accept within ${handoverDays} days, the item is theirs, with their number.`;
export const ask = "Ask";
export const asked = (email: string) => `You asked ${email}`;
export const withdraw = "Withdraw";
export const withdrawn = "The offer is withdrawn.";

// The friend
export const heading = "Offers from friends";
export const offer = (from: string, name: string) => `Will you sell “${name}” for ${from}?`;
export const lead =
  "If you accept, it is your item: buyers see your first name, and get your number and your meeting place.";
export const address = "Where buyers meet you";
export const accept = "Accept";
export const decline = "Decline";
export const accepted = "It is your item now.";
export const declined = "You declined.";

// Notices to the student who made the offer
export const noticeAccepted = (name: string) =>
  `Your friend sells “${name}” from now on. It is no longer your item.`;
export const noticeDeclined = (name: string) => `Your friend will not sell “${name}”.`;
export const noticeLapsed = (name: string) =>
  `Your friend did not answer within ${handoverDays} days about “${name}”.`;

export const quota = `You can ask ${handoversPerDay} times a day. Please continue tomorrow.`;
export const notListed =
  "Only items that are listed, paused or expired can be handed over, and none that our team is looking at.";
export const alreadyOffered = "You have asked someone already. Withdraw that offer first.";
export const alreadyAnswered = "This has been answered, or is no longer open.";
export const notFound = "There is no such offer.";
export const ownAddress = "This is your own address.";
export const full = "You have as many active items as you can have. Please end one, then accept.";
