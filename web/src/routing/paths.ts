export const paths = {
  home: "/",
  homeNamed: "/home",
  buy: "/buy",
  sell: "/sell",
  cart: "/cart",
  saved: "/saved",
  profile: "/profile",
  notices: "/notices",
  farewell: "/farewell",
  login: "/login",
  suspended: "/suspended",
  register: "/register",
  /** R062: the specification's capital letter. */
  signUp: "/Register",
  about: "/about",
  howItWorks: "/how-it-works",
  guidelines: "/community-guidelines",
  credits: "/credits",
  grievance: "/grievance",
  transparency: "/transparency",
  new: "/new",
  moderation: "/moderation",
  operations: "/operations",
  terms: "/terms",
  privacy: "/privacy",
  item: (productId: string) => `/item/${productId}`,
  short: (code: string) => `/i/${code}`,
  itemPoster: (productId: string) => `/item/${productId}/poster`,
  sellMany: "/sell/many",
  leaving: (bundleId: string) => `/leaving/${bundleId}`,
  leavingPoster: (bundleId: string) => `/leaving/${bundleId}/poster`,
  editProduct: (productId: string) => `/edit-product/${productId}`,
  /** A search parameter, so Back closes the dialog. */
  withItem: (search: string, productId: string) => {
    const parameters = new URLSearchParams(search);
    parameters.set(itemParameter, productId);
    return `?${parameters}`;
  },
} as const;

export const itemParameter = "item";
