/** The notice about personal data (D50). Changed words need a new `consentVersion`. */
export const title = "Your data";
export const intro = "What {campus} Marketplace stores about you, and why.";
/** Each title is a whole sentence, because the form shows it alone until the item is opened. */
export const items = (eraseAfterDays: number) => [
  {
    title: "We store your account and deals",
    text: "Your name, college email address, WhatsApp number, course, semester and avatar; what you list, save and report; which sellers you contacted, and the outcome; your deals, and feedback on them; where you are logged in.",
  },
  {
    title: "Only to run this marketplace",
    text: "So that students of one campus can list, find and reach each other, and so that misuse can be stopped. For nothing else.",
  },
  {
    title: "Until you delete your account",
    text: `It disappears immediately and is erased after ${eraseAfterDays} days. If your account was suspended, we keep a record without your name for a year. Backups are deleted when they expire.`,
  },
  {
    title: "Your number is never public",
    text: "Everyone can see your listings, without your name or number. If you make a page of everything you sell before you leave, it shows your first name and that day. Logged-in students see your first name and, when they start a chat about a listing, your number. Beside your listings they see how often you reply, how many deals you made, and feedback on them. Our team sees reported content.",
  },
  {
    title: "Download or delete it any time",
    text: "You do both in your profile. Complaints go to the grievance officer.",
  },
  { title: "You must be 18 or older", text: "" },
];
export const agree = "I am 18 or older, and I agree that my data is stored and used like this.";
export const agreeFirst = "Please read the notice and tick the box.";
export const confirm = "Agree";
export const later = "Not now";
export const thanks = "Thank you. We have noted it.";
