export const reservationOver = (name: string) =>
  `The reservation for “${name}” has ended. Did it sell?`;
export const expiresSoon = (name: string, days: number) =>
  `“${name}” expires in ${days === 1 ? "1 day" : `${days} days`}. Is it still available?`;
export const priceDropped = (name: string, price: string, before: string) =>
  `“${name}” now costs ${price}, was ${before}.`;
export const goneTexts = {
  sold: (name: string) => `${name} is sold`,
  removed: (name: string) => `${name} is no longer offered`,
};
export const moreLikeThis = "More like this";
export const boughtIt = "I bought it";
export const stillThere = (name: string) => `Is “${name}” still available?`;
export const yes = "Yes";
/** @param more other listings that have appeared since the previous notice */
export const matches = (search: string, name: string, price: string, more = 0) => {
  const listing = more === 0 ? `${name}, ${price}` : `${name}, ${price}, and ${more} more`;
  return search === "" ? `New: ${listing}` : `New for “${search}”: ${listing}`;
};
export const markSold = "Sold";
export const remove = "Remove";
export const renew = "Renew";
