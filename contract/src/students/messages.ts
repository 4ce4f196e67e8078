import { leavingDaysAhead } from "../limits.ts";

export const myListings = "My Listings";
export const items = (n: number) => `${n} ${n === 1 ? "item" : "items"}`;
export const markAsSold = "Mark as Sold";
export const semesterUpdated = "Semester updated successfully!";
export const semesterFailed = "Failed to update semester";
export const markedSold = "Product marked as sold";
export const markedUnsold = "Product marked as unsold";
export const soldStatusFailed = "Failed to update sold status";
export const productDeleted = "Product deleted successfully!";
export const deleteFailed = "Failed to delete product";
export const leavingTooFar = `Please choose today or a day within the next ${leavingDaysAhead} days.`;
