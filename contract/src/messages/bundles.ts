/** Sentences of what a leaving student sells, of posters and of alerts. */
import { mostInBundle } from "../limits.ts";

export const things = (n: number) => `${n} ${n === 1 ? "thing" : "things"}`;
export const leaving = (name: string, day: string) => `${name} is leaving on ${day}`;
export const leavingWith = (name: string, day: string, count: string) =>
  `${name} is leaving on ${day}: ${count}`;
export const left = (unsold: number, all: number) =>
  unsold === 0 ? "Everything is sold." : `${unsold} of ${all} still to be had`;
export const handedOver = (place: string) => `Handed over at ${place}`;
export const placeLater =
  "Where they are handed over is shown once you have asked for one of them.";
export const bundleGone = "This list is gone";
export const bundleGoneNote = "It was taken down, or the link has a typing mistake.";
export const share = "Share this list";
export const poster = "Print a poster";
export const print = "Print";
export const paper = "Paper";
export const scan = "Scan to see photos and to chat";
export const posterCode = (url: string) => `Code for ${url}`;
export const backToPage = "Back to the page";
export const deleteBundle = "Delete this list";
export const deleteBundleNote = "The link and the poster stop working. The things stay listed.";
export const bundleDeleted = "The list is deleted. Its things stay listed.";

// Selling many at once
export const sellMany = "Sell many things";
export const sellManyTitle = "Leaving campus?";
export const sellManyNote = `Add up to ${mostInBundle} photos. Each becomes a thing with a name and a price.`;
export const yourLists = "Your lists";

// Alerts
export const alertMe = "Alert me";
export const alertAdded = "You will hear of it, once a day at most.";
export const alertThere = "You have this alert already.";
export const alerts = "Your alerts";
export const removeAlert = (what: string) => `Remove the alert for ${what}`;
