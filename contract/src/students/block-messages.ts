/** Sentences about blocking another student. */
export const block = "Block";
export const blockSeller = "Block this seller";
export const blockedSeller = "Blocked. You see nothing of each other's contact any more.";
export const blockedStudents = "Blocked students";
export const unblock = "Unblock";
