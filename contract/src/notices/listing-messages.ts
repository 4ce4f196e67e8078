/** Sentences that tell students what became of listings: their own, and those that they have saved or look for. */
export const reservationOver = (name: string) =>
  `The reservation of “${name}” is over. Is it sold?`;
export const expiresSoon = (name: string, days: number) =>
  `“${name}” leaves the lists in ${days === 1 ? "1 day" : `${days} days`}. Is it still there?`;
export const priceDropped = (name: string, price: string, before: string) =>
  `“${name}” now costs ${price}, was ${before}.`;
export const stillThere = (name: string) => `Is “${name}” still available?`;
export const yes = "Yes";
export const matches = (search: string, name: string, price: string) =>
  search === "" ? `New: ${name}, ${price}` : `New for “${search}”: ${name}, ${price}`;
export const markSold = "Sold";
export const remove = "Remove";
export const renew = "Renew";
