export const block = "Block";
/** The label of the button that opens block and report. */
export const moreAbout = (name: string) => `More about ${name}`;
export const blockSeller = "Block this seller";
export const blockedSeller = "Blocked. Neither of you can request the other's number.";
export const blockedStudents = "Blocked students";
export const unblock = "Unblock";
