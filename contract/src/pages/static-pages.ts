import { openRequests, requestAgainDays, requestHours } from "../limits.ts";

/** Texts of the static pages; `{campus}` is replaced by the campus name. Reviews and verified profiles are claimed on purpose (Q05). */

type Part = { title: string; text: string };

export const aboutPage = {
  title: "About Us",
  lead: "One notice board for everything that students of {campus} pass on.",
  mission: {
    title: "Our mission",
    text: "A campus throws away good things every May and buys them again every July. We make it easier to hand a cycle, a lamp or a textbook to the next student than to leave it behind. The marketplace is free, nonprofit, and run by a small, self-funded team.",
  },
  offersTitle: "What we offer",
  offers: [
    {
      title: "Centralized Platform",
      text: "All items in one place with filters, instead of scattered in a dozen chat groups.",
    },
    {
      title: "Trusted Community",
      text: "Only verified students may buy and sell: verified profiles, each behind a college account of {campus}, and reviews by fellow students, written only after a deal that both sides confirmed.",
    },
    {
      title: "Easy and Fast Transactions",
      text: "List with photos in a minute. Buyers write to you directly; there is no one in between.",
    },
    {
      title: "Safe and Transparent Deals",
      text: "Real prices and real ages. Your number is shown only to someone who starts a chat.",
    },
  ] satisfies Part[],
  why: {
    title: "Why we built it",
    text: "Messages in a hostel group are gone in an hour, nobody knows what is already sold, and everyone's number is out there. We wanted a board that stays up, shows when each item was posted, and keeps numbers private.",
  },
  joinUs: "Join Us",
} as const;

export const howItWorksPage = {
  title: "How it works",
  lead: "From your shelf to the next room in four steps.",
  steps: [
    {
      title: "Sign Up & Verify",
      text: "Log in with your college {provider} account and tell us your course, semester and WhatsApp number. Other accounts cannot log in.",
    },
    {
      title: "Browse Listings",
      text: "Filter by category, condition, place and price. Every item shows how old it is, and sold items say so.",
    },
    {
      title: "Sell an Item",
      text: "Take up to five photos, set a price, and your item is up. Mark it as sold when it is gone. Leaving campus? List everything at once and share one page.",
    },
    {
      title: "Connect & Trade",
      text: "Chat with the seller on WhatsApp, meet on campus, check the item, and pay each other directly. Afterwards both of you can say how it went.",
    },
  ] satisfies Part[],
  number: {
    title: "Who sees your number",
    points: [
      {
        title: "Students who tap Chat",
        text: "A student who is logged in and taps Chat on your item sees your number and where to meet. Visitors do not, and no list shows them.",
      },
      {
        title: "Buyers ask first",
        text: "Turn this on in your profile for all your items, or in the form for one. Chat then asks you, with the buyer's first name and deals, and shows your number only after you share it. You answer in your notices or from the email.",
      },
      {
        title: "When you ask",
        text: `You are told the answer. If the seller does not answer in ${requestHours} hours you are told that too, and ${requestAgainDays} days after asking you can ask once more. You can have ${openRequests} open requests at a time.`,
      },
    ] satisfies Part[],
  },
  chat: {
    title: "From your group chat, and back",
    points: [
      {
        title: "Share it here",
        text: "Install this page as an app. Then choose it in the share sheet of WhatsApp or your gallery: the photos and the message fill the form.",
      },
      {
        title: "Or paste it",
        text: "On an iPhone or in Firefox, copy the message and press Paste a message in the form. A list becomes several items. Phone numbers and links are left out.",
      },
      {
        title: "What is new, for the group",
        text: "Open New on campus and press Share as a message: what was listed today, with a short link to each item. A sold item is not in it.",
      },
    ] satisfies Part[],
  },
  browse: "Browse Listings",
} as const;

export const guidelinesPage = {
  title: "Community guidelines",
  lead: "Five rules keep this board a good place.",
  rules: [
    {
      title: "Be Respectful",
      text: "Write as you would speak to somebody from your own hostel. Answer, even when the answer is no: sellers who do not reply are shown as such, and their items are paused.",
    },
    {
      title: "No Scams or Fraud",
      text: "Describe items as they are and show their faults. You never need to scan a code or enter a PIN to receive money.",
    },
    {
      title: "Meet Safely",
      text: "Meet on campus, in daylight, where other people are. Check the item before you pay.",
    },
    {
      title: "No Prohibited Items",
      text: "Don't list anything the terms forbid. Such items are taken down.",
    },
    {
      title: "Report Misuse",
      text: "Press Report at the end of an item that breaks these rules. You get a receipt, a moderator decides, and nobody learns who reported. Or write to us; we read every message.",
    },
  ] satisfies Part[],
  report: "Write to us",
} as const;

export const termsPage = {
  title: "Terms and Conditions",
  lead: "The short rules of using this marketplace.",
  sections: [
    {
      title: "Who may use it",
      text: [
        "You must belong to the university community of {campus} and log in with your college account. Only verified students may buy and sell.",
      ],
    },
    {
      title: "Deals are between you",
      text: [
        "Deals are made directly between buyer and seller. We are not a party to them.",
        "We do not facilitate payments and do not mediate disputes.",
      ],
    },
    {
      title: "Cost",
      text: [
        "The marketplace is free: there is no paid feature and no paid place in any list.",
        "The platform fee is ₹0 under the early-bird offer.",
      ],
    },
  ],
  prohibitedTitle: "Prohibited items",
  prohibited: [
    "Illegal substances, including drugs, alcohol and tobacco",
    "Weapons, explosives and hazardous materials",
    "Plagiarized or counterfeit materials, such as fake degrees, IDs or assignments",
    "Unauthorized software, hacking tools or malware",
    "Anything that violates university policy or local law",
  ],
  after: [
    {
      title: "Misuse",
      text: ["Misrepresentation or fraud leads to suspension or termination of your account."],
    },
    { title: "Your data", text: ["You may ask support to delete your data at any time."] },
  ],
} as const;

export const privacyPage = {
  title: "Privacy Policy",
  updated: "Updated 20 Mar 2025",
  sections: [
    {
      title: "What we store",
      text: [
        "Your name and college email address from your {provider} account, your WhatsApp number, course, semester and avatar, and what you list.",
        "Photos are made smaller when they arrive, and everything hidden in them, such as the place where they were taken, is removed.",
      ],
    },
    {
      title: "Who sees it",
      text: [
        "Everyone can see your items, without your name, number or address. If you make a page of everything you sell before you leave, it shows your first name and that day.",
        "Your number and the address of an item are shown only to a logged-in student who starts a chat about it.",
      ],
    },
    {
      title: "What we do not do",
      text: ["We sell nothing, show no advertisements and handle no payments."],
    },
    {
      title: "On your device",
      text: [
        "One cookie keeps you logged in, and another remembers your theme if you choose one. Your browser also keeps your profile, recent searches and unfinished items; logging out clears them.",
      ],
    },
    {
      title: "Your choice",
      text: ["Write to us to see, correct or delete what we store about you."],
    },
    {
      title: "Data protection notice, 23 Nov 2026",
      text: [
        "In your profile you can download everything that we store about you, see where you are logged in, and delete your account.",
        "An item that you delete can be restored for 7 days; then it is erased with its photos. An alert is kept until you remove it.",
        "A deleted account disappears everywhere immediately. For some days logging in restores it; then it is erased with your items, photos and texts. If your account was suspended, we keep a record without your name for a year. Backups are deleted when they expire; if one is restored, a record without your name has you erased again.",
        "Moderators read reports, and the item as it was when it was reported. We keep each decision and its reason; the names of erased students are removed from it.",
        "At registration you agree to a notice that says what we store, why, how long and who sees it, and that you are 18 or older. We store its version and when you agreed, and ask again when it changes.",
        "After a chat we ask the buyer whether the seller replied and whether they bought. Everyone sees how often a seller replies, how many deals they made, and whether the other side was satisfied; students also see the text of feedback, without its author. Unread notices may also come by email; every email has a link that stops them.",
        "If you turn on push notifications on a device, we store the address that its browser maker gave it, and send them there, encrypted: the maker learns when that device gets a notification, not what it says. This ends when you turn them off or log out there.",
        "Complaints go to the grievance officer. The page Grievances says how, and by when they are decided.",
      ],
    },
  ],
} as const;

type Licence = { name: string; url?: string };
const ccBy: Licence = { name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/" };
const cc0: Licence = { name: "CC0 1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/" };
const freeUse: Licence = { name: "Free for personal and commercial use" };

/** Our own text; CC BY requires it (Q36). */
export const creditsPage = {
  title: "Credits",
  lead: "Other people's work that you see here, with thanks.",
  avatars: {
    title: "Avatars",
    text: "The avatars are drawn on our own server with DiceBear (MIT licence) from the student's name. Each style is the work of an artist; the drawings are generated from it and otherwise unchanged.",
    columns: ["Style", "Artist", "Licence"],
    styles: [
      { style: "adventurer", artist: "Lisa Wischofsky", licence: ccBy },
      { style: "bottts", artist: "Pablo Stanley", licence: freeUse },
      { style: "micah", artist: "Micah Lanier", licence: ccBy },
      { style: "thumbs", artist: "DiceBear", licence: cc0 },
      { style: "big-ears", artist: "The Visual Team", licence: ccBy },
      { style: "fun-emoji", artist: "Davis Uche", licence: ccBy },
      { style: "big-smile", artist: "Ashley Seo", licence: ccBy },
      { style: "lorelei", artist: "Lisa Wischofsky", licence: cc0 },
      { style: "croodles", artist: "vijay verma", licence: ccBy },
      { style: "pixel-art-neutral", artist: "DiceBear", licence: cc0 },
    ],
  },
  sections: [
    {
      title: "Pictures of the demo items",
      text: [
        "Most things in these pictures are Fluent Emoji by Microsoft Corporation (MIT licence), recoloured, lit, turned and cropped. The rest, and everything behind the things, is our own drawing. No picture shows a real product, place or person.",
      ],
    },
    {
      title: "Icons, drawings and fonts",
      text: [
        "The icons and the drawings of the pages are our own. The fonts are those of your device; none is downloaded.",
      ],
    },
  ] satisfies { title: string; text: string[] }[],
} as const;
