/** Every address inside the app is made here. */
export const paths = {
  home: "/",
  homeNamed: "/home",
  buy: "/buy",
  sell: "/sell",
  cart: "/cart",
  saved: "/saved",
  profile: "/profile",
  login: "/login",
  register: "/register",
  /** R062: the Sign up button keeps the specification's capital letter. */
  signUp: "/Register",
  about: "/about",
  howItWorks: "/how-it-works",
  guidelines: "/community-guidelines",
  credits: "/credits",
  terms: "/terms",
  privacy: "/privacy",
  item: (productId: string) => `/item/${productId}`,
  editProduct: (productId: string) => `/edit-product/${productId}`,
  /** The detail dialog is a search parameter of the page it opens on, so Back closes it. */
  withItem: (search: string, productId: string) => {
    const kept = new URLSearchParams(search);
    kept.set(itemParameter, productId);
    return `?${kept}`;
  },
} as const;

export const itemParameter = "item";
