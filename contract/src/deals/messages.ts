import { keepDays, mostReservedDays, restoreDays } from "../limits.ts";

// Detail
export const verifiedStudent = (campus: string, since: string | undefined) =>
  `Verified ${campus} student${since === undefined ? "" : ` since ${since}`}`;
export const seller = "Seller";
export const stayingSafe = "Meet on campus, check the item, then pay.";
export const edit = "Edit";

export const sellerConfirmed = (days: number) => {
  if (days === 0) return "Seller confirmed today";
  return days === 1 ? "Seller confirmed yesterday" : `Seller confirmed ${days} days ago`;
};
export const unlisted = "This item is not offered at the moment.";
export const unlistedOwn = "This item no longer appears in lists. Your profile says why.";
export const expiredOwn = "This item has expired and no longer appears in lists.";

// Profile
export const kept = (day: string) => `It stays listed until ${day}.`;
export const keepTooLong = `Please choose a day within the next ${keepDays} days.`;
export const renew = "Renew";
export const renewed = "Renewed. It is back in the lists.";
export const reserve = "Reserve";
export const reserved = "Reserved. Everyone can see that.";
export const release = "No longer reserved";
export const released = "The item is available again.";
export const reserveUntil = "Reserve until";
export const endOfToday = "Tonight";
export const reservationTooLong = `Please choose a time within the next ${mostReservedDays} days.`;
export const recentlyDeleted = "Recently deleted";
export const bringBack = "Restore";
export const broughtBack = "It is back, with its photos.";
export const restorableUntil = (time: string) => `until ${time}`;
export const restorableFor = `Deleted items can be restored for ${restoreDays} days.`;
export const signInAgain = "Please log in again before you change your number.";
/** A student who viewed the contact has seen the item too, so there are at least as many views. */
export const viewsAndContacts = (views: number, contacts: number) => {
  const seen = Math.max(views, contacts);
  return `${seen} ${seen === 1 ? "view" : "views"} · ${contacts} ${contacts === 1 ? "enquiry" : "enquiries"}`;
};
export const saidSold = "Several students reported this as sold. Is it still available?";
export const stillAvailable = "Still available";
export const confirmed = "Thank you. It stays listed.";
export const relist = "List again";
export const shareNamed = (name: string) => `Share ${name}`;
export const editDetails = "Edit your details";
export const saveDetails = "Save";
export const detailsSaved = "Your details are saved.";
export const detailsFailed = "Your details could not be saved. Please try again.";
export const testLink = "Test my WhatsApp link";

// Sell
export const looksLike = (category: string) => `${category}?`;
export const suggestedCategory = (category: string) => `Choose the category ${category}`;
export const shareWithHostel = "Share it with your hostel";
export const shareElsewhere = "Share elsewhere";

// Cart
export const howToBuy =
  "Tap Chat beside an item, agree on a price and a place, check the item, and pay the seller there.";
