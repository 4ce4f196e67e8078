/** The reasons for logging in that the login page shows, by the interrupted page. */
export const logInFor = {
  sell: {
    title: "Log in to list an item",
    text: "A photo, a name and a price: it takes a minute.",
  },
  editing: { title: "Log in to edit your item", text: "It stays as it is until then." },
  buy: {
    title: "Log in to browse everything",
    text: "With filters, alerts and a chat to each seller.",
  },
  saved: {
    title: "Log in to see what you saved",
    text: "What you save waits for you on every device, and we tell you when it gets cheaper.",
  },
  cart: { title: "Log in to open your cart", text: "What you put in it is still there." },
  profile: {
    title: "Log in to see your profile",
    text: "Your items, your deals and your data.",
  },
  notices: {
    title: "Log in to read your notices",
    text: "What happened with your items, contacts and deals.",
  },
  farewell: {
    title: "Log in to decide about your items",
    text: "Sold, taken down or kept until a day: each in one tap.",
  },
} as const;
