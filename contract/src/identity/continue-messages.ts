export const label = "Where you were going";
export const continueTo = (page: string) => `Continue to ${page}`;
export const dismiss = "Dismiss";
export const pages = {
  buy: "Buy",
  sell: "Sell",
  cart: "your cart",
  saved: "your saved items",
  profile: "your profile",
  editing: "editing your item",
  other: "where you were going",
} as const;

// Once, after the registration
export const welcome = (firstWord: string) => `Welcome, ${firstWord}`;
export const welcomeText = "Your account is ready. What would you like to do first?";
export const welcomeBack = "Your account is ready. You can go on where you were.";
export const listFirst = "List your first item";
export const lookAround = "Look around";
