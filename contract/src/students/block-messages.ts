export const block = "Block";
/** Names the button that shows how to block and report. */
export const moreAbout = (name: string) => `More about ${name}`;
export const blockSeller = "Block this seller";
export const blockedSeller = "Blocked. Neither of you can request the other's number.";
export const blockedStudents = "Blocked students";
export const unblock = "Unblock";
