/** Sentences of a student's own listings on the profile. */
import { restoreDays } from "../limits.ts";

export const none = "Nothing listed yet. A photo, a price and a few words are enough.";
export const sellItem = "Sell an item";
export const edit = (name: string) => `Edit ${name}`;
export const deleteNamed = (name: string) => `Delete ${name}`;
export const askToDelete = (name: string) => `Delete ${name}?`;
export const deleteThis = "Delete this listing?";
/** Begins with the listing's name. */
export const deletionMeans = `and its photos disappear for everybody. You can bring it back for ${restoreDays} days.`;
