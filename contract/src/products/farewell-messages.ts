import { keepDays } from "../limits.ts";

export const title = "Before you leave";
export const lead =
  "Say when you leave, and what happens with your items. What is still open on the day after is paused, so nobody asks you about it.";
export const leavingOn = "I leave on";
export const notPublic = "Only you see this day.";
export const save = "Save";
export const notLeaving = "I do not leave";
export const saved = "Saved.";
export const items = "Your items";
export const nothingOpen = "Nothing is open: every item of yours is decided.";
export const sold = "Sold";
export const takeDown = "Take down";
export const keepUntil = "Keep until";
export const keepHint = `A day within the next ${keepDays} days. Then it is paused.`;
export const keep = "Keep";
export const keptUntil = (day: string) => `Kept until ${day}`;
export const change = "Change";
export const isSold = "Sold";
export const isTakenDown = "Taken down";
export const itemsFailed = "Your items could not be loaded.";
export const namedAction = (action: string, name: string) => `${action}: ${name}`;
export const farewellLink = "When you leave";
export const open = (day: string, count: number) =>
  `You leave on ${day}: what happens with your ${count === 1 ? "item" : `${count} items`}?`;
export const decide = "Decide";
export const lastSemester = "When do you leave? Say what happens with your items.";
export const sayWhen = "Say when";
export const sayPrivately = "Tell us privately when you leave, and we ask you about what is left";
