export const heading = "Without logging in";
export const explained =
  "An address that works without logging in: with it you mark your items sold, take them down, or say that they are still there. It is of use when you have left the college, or lost your phone.";
export const keep = "Keep a key to my items";
export const keepNew = "Make a new key";
export const has = (since: string, until: string) =>
  `You have a key since ${since}. It works until ${until}. A new one ends it.`;
export const end = "End the key";
export const askEnd = "End the key?";
export const endMeans =
  "Its address stops working, and so do such links in emails that you got. Your items stay as they are, and you can make a new key.";
export const ended = "The key has ended, also in emails that you got.";

// The new key, which is shown once
export const yours = "Your key";
export const shownOnce =
  "It is shown only now. Whoever has it can use it, so keep it like a password.";
export const address = "Address";
export const copy = "Copy";
export const copied = "Copied.";
export const share = "Share";
export const mail = "Email";
export const print = "Print";
export const code = "Code for the address of your key";

// On the page for students who leave
export const send = "Send the key to myself";
export const sendExplained =
  "Your college mailbox closes too. Keep an address with which you mark items sold or take them down without logging in, for example in your private mailbox. It replaces an earlier key.";
