// Sessions
export const signedInOn = "Logged in on";
export const thisBrowser = "This browser";
export const someBrowser = "A browser";
export const lastUsed = (day: string) => `Last used on ${day}`;
export const endSession = "Log out";
export const signInToEndSessions = "Please log in again before you end other sessions.";
export const logOutEverywhere = "Log out everywhere";
export const askLogOutEverywhere = "Log out everywhere?";
export const loggedOutOn = (devices: number) =>
  devices === 1
    ? "You will be logged out on this device:"
    : `You will be logged out on ${devices} devices, this one included:`;
export const thisDevice = (browser: string) => `${browser} (this browser)`;
export const otherDevice = (browser: string, day: string) => `${browser}, last used on ${day}`;
export const logOutEverywhereMeans = (devices: number) =>
  `You need to log in again${devices === 1 ? "" : " on each of them"}. Your items and your account stay; drafts in this browser are deleted.`;

// The rules, which are shown again from time to time
export const rules = "A reminder of our rules";
export const rulesLead = "We show them every three months.";
export const rulesBroken = {
  title: "What happens otherwise",
  text: "Items that break the rules are hidden or removed. An account that breaks them is warned, then suspended: logged out everywhere, its items gone from everything. You read why, and may appeal once.",
};
export const rulesSeen = "I have read them";

// Export, deletion, restoring
export const exportMyData = "Download my data";
export const exporting = "Collecting...";
export const signInToExport = "Please log in again before you download your data.";
export const deleteMyAccount = "Delete my account";
/** A summary of `docs/operate/retention.md`. */
export const deleteExplained = (days: number) => [
  "You are logged out everywhere, and your items and your number disappear immediately.",
  `For ${days} days, logging in offers to restore your account.`,
  "After that we erase it with your items, photos, saved items and contacts.",
  "What others wrote stays, without your name. A case that is still open keeps its copy of an item until it is decided. If the account was suspended, a record without your name stays for a year. Backups go when they expire; if one is restored, a record without your name has you erased again.",
];
export const typeDelete = "Type DELETE to confirm";
export const signInToDelete = "Please log in again before you delete your account.";
export const accountDeleted = (days: number) =>
  `Your account is deleted. For ${days} days you can restore it by logging in.`;
export const restoreMyAccount = "Restore my account";
export const restoreQuestion = "You have deleted this account. Do you want it back, as it was?";
export const accountRestored = "Welcome back. Your account is as it was.";
export const tooLate = "This account is being erased and can no longer be restored.";
