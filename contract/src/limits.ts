/** All limits of the product; most are in docs/requirements.md. */

/** Pictures per product (R506). */
export const maxPhotos = 5;
/** Bytes of one picked picture; equal is accepted, one more is refused (R507, Q50). */
export const maxPhotoBytes = 15_728_640;
/** Pixels of one picture before it is decoded; stops decompression bombs. */
export const maxPhotoPixels = 50_000_000;
/** Longest side in pixels to which the browser shrinks a picture before upload. */
export const uploadLongestSide = 2048;
/** Widths in pixels in which every photo is stored. */
export const photoWidths = [320, 640, 1280] as const;
/** Photos that a student may have uploaded without a product using them. */
export const maxUnusedPhotos = 30;
/** Hours after which an unused photo is removed. */
export const unusedPhotoHours = 24;

/** Characters (D04). */
export const maxLength = {
  name: 100,
  description: 2000,
  address: 200,
  course: 80,
  phone: 24,
  descriptionTitle: 100,
  descriptionFeature: 50,
  search: 80,
  reportDetails: 1000,
  note: 1000,
  appeal: 2000,
  subject: 150,
  grievance: 4000,
  feedback: 300,
} as const;
/** Features that the description writer takes (D04). */
export const maxDescriptionFeatures = 10;
/** Rupees; the highest price that a product may ask (Q04). */
export const maxPrice = 1_000_000;

/** Products that a plain list call answers by default and at most. */
export const listDefault = 100;
export const listMost = 100;
/** Names for suggestions, and the newest listings from which they are taken. */
export const namesMost = 1_000;
export const namesFrom = 10_000;
/** Products that a filter call answers by default and at most. */
export const filterDefault = 24;
export const filterMost = 60;
/** Products up to which a list is counted; of more it is only known that there are more. */
export const countMost = 120;
/** Products in each home grid (R512). */
export const homeGrid = 8;
/** Products that a cart holds on a device. */
export const maxCartItems = 50;
/** Products that a student may have saved. */
export const maxSaved = 100;
/** Products like the one that is shown. */
export const similarMost = 8;
/** Viewers of one product, and products of one viewer, that are counted a day (Q60). */
export const maxViewersPerProduct = 200;
export const maxProductsPerViewer = 300;
/** Size in pixels of the picture that messengers show beside a link, and the most bytes that they take. */
export const cardSize = { width: 1200, height: 630 } as const;
export const cardBytes = 300_000;
/** Days that a sold product stays in lists. */
export const soldListedDays = 14;

/** Rupees that the platform takes (R509). */
export const platformFee = 0;
/** Prefix of a stored ten-digit number without a plus (R510, Q63). */
export const defaultCountryPrefix = "91";

/** Viewport widths in CSS pixels (R513, R514). */
export const mobileBreakpoint = 768;
export const thumbnailBreakpoint = 900;
export const desktopBreakpoint = 1200;
/** Thumbnails shown under and from the breakpoint (R514). */
export const thumbnailsNarrow = 2;
export const thumbnailsWide = 4;
/** Page scroll in CSS pixels past which the bar is opaque (R528). */
export const navOpaqueScroll = 50;

/** Milliseconds. */
export const searchDelay = 100; // milliseconds after the last keystroke before a search is sent
export const carouselInterval = 2000; // R515
export const carouselIntervalSignedIn = 1500; // R516
export const slideshowInterval = 1000; // R518
export const slideshowIntervalBuy = 500; // R519
export const listingRedirectDelay = 3000; // R520
export const editRedirectDelay = 2000; // R521
export const toastDefault = 4000; // R522
export const toastError = 4000; // R523
export const toastSuccess = 2000; // R524
export const toastEditError = 4000; // R525
export const toastEditSuccess = 3000; // R526

/** Seconds. */
export const tokenLifetime = 3600;
export const tokenRefreshLead = 300; // R538
export const tokenRetryFirst = 30; // R539
export const tokenRetryMost = 960; // R539
export const popupClosedGrace = 8; // R540
export const providerTimeoutShort = 30; // R536
export const providerTimeoutLong = 60; // R537
export const tokenSyncMaxAge = 300; // R541
/** Minutes after a sign-in in which a phone number may be changed. */
export const freshSessionMinutes = 10;
/** Days that a session lives, whatever happens in it. */
export const sessionDays = 30;
/** Days without use after which a moderator's session ends. */
export const moderatorIdleDays = 14;

/** Hours for which a moderator's session opens the moderators' pages. */
export const moderatorSessionHours = 12;
/** Days after a sign-in in which a moderator counts as present, so that no other judges their own case. */
export const moderatorPresentDays = 30;
/** Urgent cases in an hour about which moderators are notified one by one. */
export const urgentCasesAnHour = 20;
/** Hours after which a moderator's claim to a case ends. */
export const claimHours = 24;
/** Days after the deadline of a case from which the operator is warned. */
export const neglectedDays = 3;
/** Hours that an account must have existed before its report counts towards hiding. */
export const reporterAgeHours = 24;
/** Hours until a report is decided: ordered by an authority, urgent, and all others. */
/** Bits of 64 in which the perceptual hashes of a photo and its copy differ at most. */
export const copiedPhotoBits = 3;
export const dueHours = { authority: 3, urgent: 36, usual: 168 } as const;
/** Days for which the photos of a closed case are retained, for an appeal and for authorities. */
export const casePhotoDays = 180;
/** Version of the notice about personal data; a new one must be accepted again by all students (D50). */
export const consentVersion = "2027-01";
/** Days after which a student sees the rules again. */
export const rulesEveryDays = 90;
/** Reports of a listing as sold that prompt its seller. */
export const reportsToAsk = 3;
/** The most versions of the notice whose acceptance is stored for one student. */
export const mostConsents = 20;
/** Students whom a student may block a day. */
export const blocksPerDay = 30;
/** Exports of a student's own data a day. */
export const exportsPerDay = 2;
/** Grievances that a student, or an address without a token, may send a day. */
export const grievancesPerDay = 5;
/** Grievances in an hour from people without an account: up to here each is acknowledged by mail, up to here each is accepted. */
export const grievancesAnHour = { mailed: 200, accepted: 1000 };
/** Days after which a closed grievance is erased. */
export const grievanceDays = 365;
/** Counts below it are not shown exactly (`/transparency`). */
export const leastCounted = 5;
/** Days of the longest suspension that ends by itself. */
export const mostSuspendedDays = 3650;
/** Days for which a notice is retained. */
export const noticeDays = 90;
/** Unread notices up to which they are counted. */
export const unreadMost = 99;
/** Browsers to which a student's notices are pushed, and characters of an address at a push service. */
export const pushMost = 10;
export const pushAddressMost = 1000;
/** Hours after which a notice is not pushed any more. */
export const pushHours = 24;
/** Characters of a notice that are pushed. */
export const pushTextMost = 300;
/** Days for which a listing may be reserved. */
export const mostReservedDays = 7;
/** Days ahead at most from which an item is available. */
export const mostDaysAhead = 120;
/** Percent by which a price must drop to be shown beside the old one and to notify savers, and days for which it is shown. */
export const priceDropPercent = 5;
export const priceDropDays = 14;
/** Days without seller activity after which the seller is asked whether a listing is still available. */
export const askAfterDays = 14;
/** Days before its expiry in which a listing's seller is notified, and days after the end of a term. */
export const expiryNoticeDays = 5;
export const daysAfterTerm = 7;
/** Days in which a deleted listing can be brought back. */
export const restoreDays = 7;
/** Sellers of sold items needed for a price hint, and for each word the number of latest sales and the days within which they count. */
export const leastSoldAlike = 5;
export const soldAlikeMost = 40;
export const soldAlikeDays = 365;
/** Hours after a contact until the buyer is asked about its outcome, and days after which no longer. */
export const outcomeHours = 4;
export const outcomeDays = 30;
/** The most questions about one contact, and hours between two of them. */
export const outcomeAskings = 2;
export const outcomeAgainHours = 20;
/** Hours in which a seller can confirm a refused deal after all. */
export const refusedHours = 24;
/** Hours after a contact before which feedback is not taken. */
export const feedbackHours = 1;
/** Days whose answers count, and buyers who must have answered before a seller "usually replies" or "often does not". */
export const repliesDays = 90;
export const repliesLeast = 3;
export const noRepliesLeast = 5;
/** Buyers in a row without a reply after which the seller is prompted, and days without an answer after which the listing is paused. */
export const unansweredInARow = 3;
export const restAfterDays = 3;
/** Days within which a student must have viewed the number to be notified when the listing is gone. */
export const notifyAskersDays = 14;
/** The most days ahead that a student can announce leaving, and days before it from which they are asked about their listings. */
export const leavingDaysAhead = 400;
export const farewellDays = 14;
/** Days for which a listing can be kept, and days in which another or no day of leaving undoes the pause. */
export const keepDays = 90;
export const leftUndoDays = 14;
/** Days for which a buyer's word about a listing counts, and buyers who pause it. */
export const doubtDays = 14;
export const doubtsToPause = 2;
/** Hours after a contact until a buyer's report that it is sold counts, and for how many listings a day. */
export const soldWordHours = 1;
export const soldWordsPerDay = 3;
/** Sellers who brought back what a student had paused, from which on the student's word does not count, and the days of those that count. */
export const overrulesMost = 3;
export const overruledDays = 30;
/** Days in which buyers cannot pause a listing that its seller has brought back twice. */
export const unpausableDays = 14;
/** Days after which a seller counts as absent, and hours for the answer when a buyer of theirs says that it is sold. */
export const absentDays = 30;
export const doubtAnswerHours = 48;
/** Days without activity after which a listing whose number was viewed since is shown as not confirmed. */
export const unconfirmedDays = 30;
/** Days for which buyers' words about listings are retained. */
export const doubtRetentionDays = 90;
/** Days after a deal in which feedback may be given, and after which it is shown though the other side gave none. */
export const feedbackDays = 30;
export const feedbackHiddenDays = 7;
/** Items in a bundle, bundles of a student, and alerts of a student. */
export const mostInBundle = 30;
export const mostBundles = 10;
export const mostAlerts = 20;
/** Minutes that a notice waits to be read before it goes by mail, days after which it does not any more, and hours between two digests. */
export const mailedMinutes = 60;
export const mailedDays = 3;
export const digestHours = 24;
export const feedbackMost = 5;
/** Limits of the message with new items: items of one seller and in all, code points of the message and of a name in it, and search results. */
export const newItemsPerSeller = 3;
export const newItemsMost = 60;
export const messageMost = 1500;
export const messageNameMost = 40;
export const messageSearchMost = 500;
/** Unknown short addresses that one network address can try in a minute. */
export const unknownCodesPerMinute = 60;
/** Bytes of a form that another app shares and no worker takes, and such forms in a minute from one network address. */
export const shareFormBytes = 80_000_000;
export const sharesPerMinute = 10;
/** Shares of other apps that a browser holds, their bytes in all, and days for which. */
export const mostShares = 5;
export const sharesBytes = 150_000_000;
export const shareDays = 7;
/** Listings on the page of new ones, and listings of a day below which it shows those of a week. */
export const newCardsMost = 60;
/** Items on the preview card of that page. */
export const newItemsOnCard = 4;
export const newLeast = 5;
/** Days after which a key to listings ends, minutes in which the answer to its question is taken, and acts an hour of an address. */
export const keyDays = 400;
export const keyTokenMinutes = 10;
export const keyActsPerHour = 30;
/** Days in which a student can undo what was done with a key. */
export const keyUndoDays = 7;
/** Offers of listings to friends: how many a student can make a day, days after which one lapses, and for which it is stored. */
export const handoversPerDay = 5;
export const handoverDays = 7;
export const handoverRetentionDays = 90;
/** Requests for numbers: how many a buyer can have open, hours after which one expires, and days after the first for the second. */
export const openRequests = 5;
export const requestHours = 24;
export const requestAgainDays = 7;
/** How often a buyer can ask for one number, and mails about requests that a seller gets at once in a day. */
export const requestsOfOne = 2;
export const requestMailsPerDay = 5;
/** Days for which requests about listings that are gone are retained. */
export const requestRetentionDays = 90;
