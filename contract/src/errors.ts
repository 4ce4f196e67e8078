import { mostAlerts } from "./limits.ts";
import { notStorable } from "./text.ts";
import { defaultProvider } from "./campus.ts";
import * as accountMessages from "./identity/messages.ts";
import * as savedMessages from "./saved/messages.ts";
import * as handoverMessages from "./handover/messages.ts";
import * as dealMessages from "./deals/messages.ts";
import * as requestMessages from "./deals/request-messages.ts";
import * as noticeMessages from "./notices/messages.ts";
import * as profileMessages from "./students/messages.ts";
import * as sellingMessages from "./products/selling-messages.ts";
import * as shellMessages from "./shell/messages.ts";

/** Every error code with its HTTP status and default sentence; a route may give a more exact one. */
export const errors = {
  // 400: the request cannot be read
  "invalid-request": { status: 400, message: "This request could not be understood." },
  "invalid-json": { status: 400, message: "The body is not valid JSON." },
  "invalid-text": { status: 400, message: notStorable },
  "invalid-filter": { status: 400, message: "This filter is not known." },
  "invalid-cursor": {
    status: 400,
    message: "This page is no longer there. Please start from the first one.",
  },
  "invalid-multipart": { status: 400, message: "The upload could not be read." },
  "duplicate-field": { status: 400, message: "A field was sent twice." },
  "invalid-state": {
    status: 400,
    message: "Logging in was not started here, or took too long. Please try again.",
  },

  // 401: not signed in, or no longer
  "missing-token": { status: 401, message: sellingMessages.userNotLoggedIn },
  "invalid-token": { status: 401, message: shellMessages.sessionExpired },
  "sign-in-again": { status: 401, message: dealMessages.signInAgain },
  "missing-session": { status: 401, message: shellMessages.pleaseLogin },

  // 403: known, and not allowed
  "email-domain-not-allowed": { status: 403, message: accountMessages.useCollegeEmail },
  "email-not-verified": {
    status: 403,
    message: "Your provider has not verified this email address.",
  },
  "identity-changed": {
    status: 403,
    message: "This email belongs to an earlier account. Please write to support.",
  },
  "account-suspended": {
    status: 403,
    message: "This account is suspended. Please write to support.",
  },
  "account-deleted": {
    status: 403,
    message: "This account is deleted. You can still restore it.",
  },
  "sign-in-not-fresh": { status: 403, message: accountMessages.signInNotFresh },
  "sign-in-cancelled": { status: 403, message: accountMessages.loginFailedAt(defaultProvider) },
  "not-registered": { status: 403, message: accountMessages.userNotRegistered },
  "other-moderator": {
    status: 403,
    message: "Another moderator decides an appeal against your decision.",
  },
  "foreign-origin": { status: 403, message: "This request came from another site." },

  // 404: absent or someone else's: the same answer
  "user-not-registered": { status: 404, message: accountMessages.userNotRegistered },
  "product-not-found": { status: 404, message: "Product not found" },
  "bundle-not-found": { status: 404, message: "There is no such list of items." },
  "alert-not-found": { status: 404, message: "There is no such alert." },
  "seller-not-found": { status: 404, message: "Seller not found" },
  "photo-not-found": { status: 404, message: "Photo not found" },
  "avatar-not-found": { status: 404, message: "Avatar not found" },
  "user-not-found": { status: 404, message: "There is no such student." },
  "session-not-found": { status: 404, message: "This session has ended." },
  "case-not-found": { status: 404, message: "There is no such case." },
  "grievance-not-found": { status: 404, message: "There is no grievance with this receipt." },
  "decision-not-found": { status: 404, message: "There is no such decision." },
  "deal-not-found": { status: 404, message: "There is no such deal." },
  "handover-not-found": { status: 404, message: handoverMessages.notFound },
  "request-not-found": { status: 404, message: requestMessages.notFound },
  "notice-not-found": { status: 404, message: "There is no such notice." },
  "not-found": { status: 404, message: "This page does not exist." },
  "method-not-allowed": { status: 405, message: "This address does not take that method." },
  "request-too-slow": { status: 408, message: "This request took too long. Please try again." },
  "upload-too-slow": { status: 408, message: "The upload took too long. Please try again." },

  // 409, 412: in conflict with what happened before
  "user-already-registered": { status: 409, message: accountMessages.userAlreadyRegistered },
  "request-in-progress": {
    status: 409,
    message: "This is already being done. Please wait a moment.",
  },
  "own-case": {
    status: 409,
    message: "This concerns you, or you reported it. Another moderator decides it.",
  },
  "case-claimed": { status: 409, message: "Another moderator is working on this case." },
  moderator: {
    status: 409,
    message: "Moderators cannot be suspended here. The operator can do it by command.",
  },
  "already-decided": { status: 409, message: "This case has been decided meanwhile." },
  "deal-decided": { status: 409, message: "This deal has been decided already." },
  "deal-not-confirmed": {
    status: 409,
    message: "Feedback is for deals that both sides have confirmed.",
  },
  "too-early": { status: 409, message: noticeMessages.tooEarlyForFeedback },
  "feedback-given": { status: 409, message: "You have said this already; it cannot be changed." },
  "feedback-closed": {
    status: 409,
    message: "Feedback can be given for 30 days after a deal.",
  },
  "not-listed": { status: 409, message: handoverMessages.notListed },
  "already-offered": { status: 409, message: handoverMessages.alreadyOffered },
  "already-answered": { status: 409, message: handoverMessages.alreadyAnswered },
  "not-again": { status: 409, message: requestMessages.notAgain },
  "not-needed": { status: 409, message: requestMessages.notNeeded },
  "push-taken": { status: 409, message: noticeMessages.pushTaken },
  "already-appealed": { status: 409, message: "You have appealed against this already." },
  "stale-product": {
    status: 412,
    message: "This item has changed since you opened it. Please check it again.",
  },

  // 413 to 415, 431: too much, or of the wrong kind
  "body-too-large": { status: 413, message: "That is too much at once." },
  "image-too-large": { status: 413, message: sellingMessages.fileTooLarge },
  "too-many-parts": { status: 413, message: "The upload has too many parts." },
  "unsupported-media-type": { status: 415, message: "This kind of body is not taken here." },
  "headers-too-large": { status: 431, message: "This request has too many or too long headers." },

  // 422: a field is wrong
  required: { status: 422, message: sellingMessages.fillAllFields },
  "image-required": { status: 422, message: sellingMessages.fillAllFields },
  "too-many-images": { status: 422, message: sellingMessages.tooManyPhotos },
  "foreign-image": { status: 422, message: "One of these photos does not belong here." },
  "not-an-image": { status: 422, message: "This file is not a photo that can be read." },
  "unsupported-image-type": { status: 422, message: "Please use a JPEG, PNG, WebP or AVIF photo." },
  "heic-image": {
    status: 422,
    message: "We can't read HEIC photos. Please save this one as JPEG and try again.",
  },
  "too-many-pixels": {
    status: 422,
    message: "This photo has too many pixels. Please use a smaller one.",
  },
  "invalid-price": { status: 422, message: sellingMessages.priceAboveZero },
  "price-too-high": { status: 422, message: "This price is too high." },
  "field-too-long": { status: 422, message: "A text is too long." },
  "invalid-date": { status: 422, message: sellingMessages.availableTooLate },
  "invalid-enum": { status: 422, message: "Please choose one from the list." },
  "invalid-phone": { status: 422, message: "Invalid phone number format" },
  "country-code-mismatch": {
    status: 422,
    message: "The country code does not belong to this country.",
  },
  "invalid-course": { status: 422, message: accountMessages.courseRequired },
  "invalid-semester": { status: 422, message: profileMessages.semesterFailed },
  "invalid-avatar": { status: 422, message: "This avatar is not known." },
  "unknown-field": { status: 422, message: "A field cannot be changed here." },
  "nothing-to-change": { status: 422, message: "There is nothing to change." },
  "invalid-fields": { status: 422, message: "Please check what you have entered." },
  "push-service-unknown": { status: 422, message: noticeMessages.pushUnknown },
  "bundles-full": { status: 422, message: "You have many such lists. Please delete one first." },
  "alerts-full": {
    status: 422,
    message: `You can have ${mostAlerts} alerts at most. Please remove one first.`,
  },
  "already-sold": { status: 422, message: "This is sold." },
  "hidden-product": {
    status: 422,
    message: "Our team hid this item. It can be changed, but not shown, renewed or reserved.",
  },
  "own-product": { status: 422, message: "This is your own." },
  "saved-full": { status: 422, message: savedMessages.savedFull },
  "key-reused": { status: 422, message: "This idempotency key was used for another request." },

  // 429: too many; each carries Retry-After
  "rate-limited": { status: 429, message: "Too many requests. Please wait a moment." },
  "listing-quota": { status: 429, message: "You have reached the number of items for now." },
  "edit-quota": {
    status: 429,
    message: "That's a lot of changes for one day. Please continue tomorrow.",
  },
  "report-quota": {
    status: 429,
    message: "You have sent many reports today. Please continue tomorrow.",
  },
  "block-quota": {
    status: 429,
    message: "You have blocked many students today. Please continue tomorrow.",
  },
  "grievance-quota": {
    status: 429,
    message: "Many grievances have come from here today. Please write to us instead.",
  },
  "export-quota": {
    status: 429,
    message: "You have exported your data twice today. Please come back tomorrow.",
  },
  "handover-quota": { status: 429, message: handoverMessages.quota },
  "request-quota": { status: 429, message: requestMessages.quota },
  "photo-quota": {
    status: 429,
    message: "You have many unused photos. Please list them or try again tomorrow.",
  },
  "contact-limit": {
    status: 429,
    message: "You have asked for many contacts. Please try again later.",
  },
  "description-quota": {
    status: 429,
    message: "You have had many descriptions written. Please try again later.",
  },

  // 5xx: ours
  internal: { status: 500, message: shellMessages.wentWrong },
  "server-busy": { status: 503, message: "The server is busy. Please try again in a moment." },
  "storage-full": {
    status: 503,
    message: "There is no room for new photos right now. Please try again later.",
  },
  "storage-unavailable": {
    status: 503,
    message: "Photos cannot be reached right now. Please try again in a moment.",
  },
  "database-unavailable": {
    status: 503,
    message: "The catalogue is not reachable right now. Please try again in a moment.",
  },
  "trial-elsewhere": {
    status: 503,
    message: "This market is not open yet. Please try again later.",
  },
  "identity-provider-unavailable": {
    status: 503,
    message: accountMessages.loginFailedAt(defaultProvider),
  },
  "image-too-slow": { status: 503, message: "This photo took too long. Please try again." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** Refusals that only moderators meet; the public description of the API leaves them out. */
export const moderatorErrors: readonly ErrorCode[] = [
  "already-decided",
  "case-claimed",
  "case-not-found",
  "moderator",
  "other-moderator",
  "own-case",
];

export type FieldError = { field: string; message: string };
/** Body of every answer that is not a success (RFC 9457, with the specification's members). */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  message: string;
  success: false;
  requestId: string;
  errors?: FieldError[];
} & SuspensionDetails;

/** Further members of a refusal with `account-suspended`. */
export type SuspensionDetails = {
  /** Absent for an account that was erased. */
  reason?: string;
  /** ISO 8601; absent when it lasts until a moderator ends it. */
  until?: string;
  /** The student has deleted the account, and can still restore it. */
  deleted?: true;
};
