/** The notice of a busy server (R020 to R026). */
export const busyTitle = "Abhi server aur load nahi le sakta, thodi der mein phir milte hain!";
export const busyMeaning = "The server is full right now. See you again in a bit!";
export const busyReason =
  "The site may be temporarily unavailable because of high traffic and limited server capacity.";
export const busyTeam = "We are a small, self-funded team, and this service is free and nonprofit.";
export const busyThanks =
  "Thank you for visiting, and for your patience. What you were filling in is still here, behind this notice.";
export const busyContact = "If this goes on, write to us:";
export const teamSignature = (campus: string) => `The ${campus} Marketplace team`;
