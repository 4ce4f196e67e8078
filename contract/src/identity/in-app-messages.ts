/** Sentences for browsers inside other apps (Q45). */
export const inAppMessages = {
  title: "Open this page in your browser",
  reason: (provider: string) =>
    `${provider} does not allow logging in inside this app. You can go on looking around here; to log in, move to your own browser.`,
  openInBrowser: "Open in browser",
  stepsAndroid:
    "Nothing happens? Tap the menu at the top and choose “Open in browser”, or copy the address.",
  stepsIos:
    "Or tap the menu at the top or bottom, choose “Open in browser”, or copy the address into Safari.",
  steps: "Copy the address into your own browser.",
} as const;
