export const age = (count: number, unit: "day" | "month" | "year") =>
  `${count} ${unit}${count === 1 ? "" : "s"} ago`;
export const today = "Today";
export const sold = "Sold";
export const yours = "Yours";
export const save = (name: string) => `Save ${name}`;
export const logInToSave = "Log in to save this item.";
export const search = "Search products";
export const searchExample = "Cycles, books, kursi…";
export const reservedUntil = (day: string) => `Reserved until ${day}`;
export const availableFrom = (day: string) => `From ${day}`;
export const negotiable = "Open to offers";
export const priceWas = (price: string) => `was ${price}`;
/** @param day such as 3 October */
export const unconfirmedSince = (day: string) => `Not confirmed since ${day}`;
export const expired = "Expired";
