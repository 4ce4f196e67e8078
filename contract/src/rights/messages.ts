/** The notice about personal data (D50). Changed words need a new `consentVersion`. */
export const title = "Your data";
export const intro = "What {campus} Marketplace keeps of you, and why.";
export const items = (eraseAfterDays: number) => [
  {
    title: "What we keep",
    text: "Your name, college e-mail address, WhatsApp number, course, semester and avatar; what you list, save and report; whose number you asked for, and what came of it; your deals, and feedback on them; where you are signed in.",
  },
  {
    title: "Why",
    text: "So that students of one campus can list, find and reach each other, and so that misuse can be stopped. For nothing else.",
  },
  {
    title: "How long",
    text: `Until you delete your account. It disappears at once and is erased after ${eraseAfterDays} days. Of a suspended account a record without your name stays for a year; backups go when they expire.`,
  },
  {
    title: "Who sees it",
    text: "Everybody sees your listings, without your name or number. Signed-in students see your first name and, when they start a chat about a listing, your number. Beside your listings they read how often you reply, how many deals you made, and feedback on them. The people who run this market see what is reported.",
  },
  {
    title: "Your rights",
    text: "Download or delete everything in your profile, whenever you like. Complaints go to the grievance officer.",
  },
  { title: "Your age", text: "You must be 18 or older." },
];
export const agree = "I am 18 or older, and I agree that my data is kept and used like this.";
export const agreeFirst = "Please read the notice and tick the box.";
export const confirm = "Agree";
export const later = "Not now";
export const thanks = "Thank you. We have noted it.";
