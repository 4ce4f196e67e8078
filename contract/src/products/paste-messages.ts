export const paste = "Paste a message";
export const pasteHint = "What you wrote in a chat, one item or a list";
export const yourMessage = "Your message";
export const readIt = "Fill in";
export const nothingFound = "No item was found in this message. You can change it here.";
export const fromMessage = "from your message";
export const draftTitle = "Replace what you have typed?";
export const draftText = "The message fills fields that are not empty.";
export const replaceDraft = "Replace";
export const several = (n: number) => `${n} items were found. Add a photo of each.`;
export const needsPhoto = "Photos that you add go to the items in this order.";

const kinds = {
  phone: "a phone number",
  email: "an email address",
  upi: "a UPI address",
  link: "a link",
} as const;
/** @param removed the kinds of removed text, each once */
export const leftOut = (removed: readonly (keyof typeof kinds)[]): string => {
  const words = removed.map((kind) => kinds[kind]);
  const list =
    words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
  return `We left out ${list}: buyers reach you through the market.`;
};
export const holdsContact =
  "This looks like a number, an address or a link. Buyers reach you through the market, so you can leave it out.";
