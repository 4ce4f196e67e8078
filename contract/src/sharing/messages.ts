/** The first line of the message, its items and its end. */
export const newItems = (campus: string, n: number, days: 1 | 7) => {
  if (n === 0) return `${campus}: no new items`;
  return `${campus}: ${n} new ${n === 1 ? "item" : "items"}${days === 7 ? " this week" : ""}`;
};
export const item = (name: string, price: string, address: string) =>
  `• ${name} – ${price} ${address}`;
export const more = (n: number, page: string) => `… and ${n} more: ${page}`;

// The notice at 18:00 for moderators
export const newToday = (n: number) => `${n} new items today. Share them in your groups`;
export const openNew = "Open";

export const newTitle = "New on campus";
export const newIn = (category: string) => `New in ${category}`;
export const newLead = { 1: "Listed in the last 24 hours.", 7: "Listed in the last seven days." };
export const nothingNew = "Nothing new was listed in the last seven days.";
export const seeAll = "See all items";
export const shareAsMessage = "Share as a message";
export const shareChoice = "Share";
export const messageTitle = "Share what is new";
export const yourMessage = "The message";
export const copyMessage = "Copy the message";
export const messageCopied = "Copied. Paste it into your group.";
