import { mostInBundle } from "../limits.ts";

export const items = (n: number) => `${n} ${n === 1 ? "item" : "items"}`;
export const leaving = (name: string, day: string) => `${name} is leaving on ${day}`;
export const leavingWith = (name: string, day: string, count: string) =>
  `${name} is leaving on ${day}: ${count}`;
export const more = (n: number) => `and ${n} more`;
export const left = (available: number, all: number) => {
  if (all === 0) return "Nothing is available now.";
  return available === 0
    ? "Everything is sold or reserved."
    : `${available} of ${all} still available`;
};
export const handedOver = (place: string) => `Pick up at ${place}`;
export const placeLater =
  "Where to pick them up is shown once you have contacted the seller about one of them.";
export const bundleGone = "This list is no longer available";
export const bundleGoneNote = "It was taken down, or the link is mistyped.";
export const share = "Share this list";
export const poster = "Print a poster";
export const print = "Print";
export const paper = "Paper";
export const scan = "Scan to see photos and to chat";
export const posterCode = (url: string) => `Code for ${url}`;
export const backToPage = "Back to the page";
export const deleteBundle = "Delete this list";
export const confirmDelete = "Delete";
export const deleteBundleNote = "The link and the poster stop working. The items stay listed.";
export const bundleDeleted = "The list is deleted. Its items stay listed.";

// Selling many items together
export const manyLink = "Leaving campus? List many items at once";
export const sellManyTitle = "Leaving campus?";
export const sellManyNote = `Add up to ${mostInBundle} photos. Each becomes an item with a name and a price.`;
export const manySteps = [
  "Add photos of everything you leave behind.",
  "Give each item a name and a price.",
  "Share one page, or print it as a poster.",
] as const;
export const addPhotos = "Add photos";
export const photosOf = (n: number, most: number) => `${n} of ${most} photos`;
export const dragTogether = "Drag photos of the same item onto each other.";
export const sameAsAbove = "Same item as above";
export const yourItems = "Your items";
export const thing = (n: number) => `Item ${n}`;
export const details = (name: string, category: string) => `Details of ${name}: ${category}`;
export const noCategory = "No category";
export const remove = "Remove";
export const removeThing = (name: string) => `Remove ${name}`;
export const photoOf = (name: string, n: number) => `${name}, photo ${n}`;
export const tryAgain = "try again";
export const name = "Name";
export const price = "Price";
export const category = "Category";
export const condition = "Condition";
export const choose = "Choose…";
export const forAll = "For all of them";
export const place = "Meeting place";
export const locationType = "Location";
export const leavingOn = "You leave on";
export const firstNameShown = "Your first name and this date appear on the page you share";
export const placeRequired = "Please enter where you will hand the items over.";
export const dayRequired = "Please enter the day on which you leave.";
export const listItems = (n: number) => `List ${items(n)}`;
export const listingNow = (n: number, of: number) => `Listing ${n} of ${of}`;
export const listed = (what: string) => `Listed: ${what}`;
export const someFailed = "Some items could not be listed. See the note on each.";
export const allListed = (n: number) => `${items(n)} listed. Share the page!`;
export const makeList = "Make the page";
export const ownList = (day: string, count: string) => `Leaving on ${day}: ${count}`;
export const yourLists = "Your lists";

export const alertMe = "Alert me";
export const alertOn = "Alert is on";
export const alertAdded = "We will let you know, at most once a day.";
export const alertThere = "You already have this alert.";
export const alerts = "Your alerts";
export const removeAlert = (what: string) => `Remove the alert for ${what}`;
