import { restoreDays } from "../limits.ts";

/** @param day by which a moderator decides */
export const hiddenByReports = (day: string) =>
  `Several students have reported this item. It is hidden until a moderator has looked at it, by ${day} at the latest.`;
/** For a hidden listing whose moderator's note is unknown. */
export const hiddenByModerators = "A moderator has hidden this item.";
/** Shown before the reason. */
export const hidden = "Hidden";
export const none = "Nothing listed yet. A photo, a price and a few words are enough.";
export const sellItem = "Sell an item";
export const edit = (name: string) => `Edit ${name}`;
export const moreFor = (name: string) => `More for ${name}`;
export const poster = "Poster";
export const posterOf = (name: string) => `Poster of ${name}`;
export const deleteNamed = (name: string) => `Delete ${name}`;
export const askToDelete = (name: string) => `Delete ${name}?`;
export const deleteIt = "Delete";
export const deleteThis = "Delete this item?";
/** Begins with the listing's name. */
export const deletionMeans = `and its photos disappear for everybody. You can bring it back for ${restoreDays} days.`;
