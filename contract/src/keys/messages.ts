import { restoreDays } from "../limits.ts";
import type { KeyAct } from "./acts.ts";

/** Sentences of the page that a key opens, which works without logging in. */
export const title = "Your items";
export const lead = "This page works without logging in. Anyone who has its address can use it.";
export const none = "Nothing is listed here at the moment.";
export const all = "All of them";
export const labels: Record<KeyAct, string> = {
  sold: "Sold",
  removed: "Take down",
  confirmed: "Still there",
};
/** The name of a listing's button for screen readers. */
export const labelFor = (act: KeyAct, name: string) => `${labels[act]}: ${name}`;
export const states = {
  listed: "Listed",
  reserved: "Reserved",
  paused: "Paused",
  expired: "Expired",
  hidden: "Hidden",
  sold: "Sold",
};

export const questions: Record<KeyAct, (name: string) => string> = {
  sold: (name) => `Is ${name} sold?`,
  removed: (name) => `Take down ${name}? You can bring it back for ${restoreDays} days.`,
  confirmed: (name) => `Is ${name} still there?`,
};
export const questionsOfAll: Record<KeyAct, string> = {
  sold: "Are all of these sold?",
  removed: `Take down all of these? You can bring them back for ${restoreDays} days.`,
  confirmed: "Are all of these still there?",
};
export const answers: Record<KeyAct, string> = {
  sold: "Yes, sold",
  removed: "Yes, take down",
  confirmed: "Yes, still there",
};
export const cancel = "Cancel";
export const back = "Back";

// An unknown or ended key, and an act that is refused
export const goneTitle = "This key opens nothing";
export const gone = "The key has ended, or the item is no longer yours. Log in to see your items.";
export const signIn = "Log in";
export const refusedTitle = "Not now";

export const noticeTexts: Record<KeyAct, (name: string) => string> = {
  sold: (name) => `${name} was marked sold with your key.`,
  removed: (name) => `${name} was taken down with your key.`,
  confirmed: (name) => `${name} was confirmed with your key.`,
};

// In a mail about own listings, before their names and keys
export const inMail = "Sold, taken down or still there? Say so without logging in:";
