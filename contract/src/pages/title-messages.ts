/** Names of documents, in tabs and in search results. */
export const slogan =
  "Buy and sell second-hand items with verified students of your own campus. No fees, no middlemen.";
export const home = "Buy and sell on campus";
export const suspended = "Suspended";
export const moderation = "Moderation";
export const operations = "Operations";
export const buy = "Buy";
export const sell = "Sell an Item";
export const sellMany = "Sell many items";
export const cart = "Cart";
export const saved = "Saved";
export const notices = "Notices";
export const farewell = "Before you leave";
export const profile = "Profile";
export const editProduct = "Edit product";
