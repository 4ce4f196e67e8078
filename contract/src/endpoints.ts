import * as z from "zod/mini";
import { maxDescriptionFeatures, maxLength } from "./limits.ts";
import type { Call } from "./call.ts";
import * as calls from "./calls.ts";
import * as dealCalls from "./deal-calls.ts";
import * as listingCalls from "./listing-calls.ts";
import * as safetyCalls from "./safety-calls.ts";
import type { ErrorCode } from "./errors.ts";
import { countView } from "./pages.ts";
import * as listings from "./schemas/listings.ts";
import {
  image,
  ownProduct,
  product,
  productFilter,
  productList,
  savedProduct,
} from "./schemas/products.ts";
import * as deals from "./schemas/deals.ts";
import { operations } from "./schemas/operations.ts";
import * as notices from "./schemas/notices.ts";
import * as safety from "./schemas/safety.ts";
import {
  accountProfile,
  consent,
  givenConsent,
  profileChange,
  registration,
  seller,
  sellerFacts,
  session,
  user,
} from "./schemas/users.ts";
import { pageView } from "./schemas/views.ts";

export type Endpoint = Call & {
  summary: string;
  /** Path parameters, UUIDs unless they are plain texts, each with the refusal when it is none. */
  params?: Record<string, ErrorCode>;
  hasPlainParams?: true;
  query?: z.ZodMiniType;
  /** The refusal of a query or body that does not fit its schema. */
  refusal?: ErrorCode;
  /** The refusal of single fields of the body that has one of its own. */
  fieldRefusals?: Record<string, ErrorCode>;
  /** `none` also accepts an empty body under a JSON content type. */
  body: "none" | "multipart" | z.ZodMiniType;
  /** `exempt` calls are never refused under overload; uploads are counted apart. */
  overload?: "exempt";
  /** Fields of a multipart body, for the description of the API. */
  fields?: readonly string[];
  /** Status of success, 200 unless said. */
  status?: 201 | 204;
  /** Status when what was asked for was there already. */
  statusAgain?: 200;
  reply: z.ZodMiniType | "none" | "redirect" | "file";
};

const success = z.literal(true);
const message = z.string();
const formFields = [
  "name",
  "price",
  "description",
  "locationType",
  "address",
  "category",
  "condition",
  "drafted",
  "negotiable",
  "availableFrom",
] as const;

/** The whole API as one table. */
export const endpoints = {
  googleLogin: {
    ...calls.googleLogin,
    summary: "Sign in the student to whom the token belongs",
    body: "none",
    reply: z.object({ success, message, user }),
  },
  googleRegister: {
    ...calls.googleRegister,
    summary: "Register the person to whom the token belongs",
    body: registration,
    fieldRefusals: {
      phone: "invalid-phone",
      course: "invalid-course",
      semester: "invalid-semester",
      country: "invalid-enum",
      consent: "invalid-fields",
      "consent.version": "invalid-fields",
      "consent.adult": "invalid-fields",
    },
    status: 201,
    reply: z.object({ success, message, user }),
  },
  getProfile: {
    ...calls.getProfile,
    summary: "The caller's own profile",
    body: "none",
    reply: z.object({ success, user }),
  },
  updateProfile: {
    ...calls.updateProfile,
    summary:
      "Change the caller's avatar, semester, course, or phone and country; the phone only soon after a sign-in, otherwise 401 `sign-in-again`",
    body: profileChange,
    refusal: "unknown-field",
    fieldRefusals: {
      avatar: "invalid-avatar",
      semester: "invalid-semester",
      course: "invalid-course",
      phone: "invalid-phone",
      country: "invalid-enum",
    },
    reply: z.object({ success, user }),
  },
  listProducts: {
    ...calls.listProducts,
    summary:
      "Products, newest unsold first; with `seller` those of one student, to students only (401 otherwise)",
    query: productList,
    refusal: "invalid-filter",
    body: "none",
    reply: z.array(product),
  },
  filterProducts: {
    ...calls.filterProducts,
    summary:
      "Products that fit the filters and the search text `q`: in a mixed order, with `q` the best matches first, unless `sort` is given. When nothing fits all words as typed, the nearest are answered and the header `X-Search: widened` says so. A first page with more after it counts all in `X-Total-Count`, where 121 means more than 120",
    query: productFilter,
    refusal: "invalid-filter",
    body: "none",
    reply: z.array(product),
  },
  ownProducts: {
    ...calls.ownProducts,
    summary: "The caller's own products, sold ones included, each with its views and who asked",
    body: "none",
    reply: z.object({ success, products: z.array(ownProduct) }),
  },
  getProduct: {
    ...calls.getProduct,
    summary:
      "One product with its seller's phone; counts against the contact limit unless it is the caller's",
    params: { productId: "product-not-found" },
    body: "none",
    reply: z.object({ success, product, message }),
  },
  createProduct: {
    ...calls.createProduct,
    summary: "List a product; `drafted` is `true` for a description by the description writer",
    body: "multipart",
    fields: [...formFields, "seller", "photos", "images"],
    status: 201,
    reply: z.object({ success, message, product }),
  },
  updateProduct: {
    ...calls.updateProduct,
    summary: "Change one of the caller's products",
    params: { productId: "product-not-found" },
    body: "multipart",
    fields: [...formFields, "existingImages", "photos", "images"],
    reply: z.object({ success, message, product }),
  },
  toggleSold: {
    ...calls.toggleSold,
    summary: "Mark one of the caller's products sold or unsold; without a body it flips",
    params: { productId: "product-not-found" },
    body: z.optional(z.nullable(z.strictObject({ isSold: z.optional(z.boolean()) }))),
    refusal: "invalid-enum",
    reply: z.object({ success, message, isSold: z.boolean() }),
  },
  confirmProduct: {
    ...calls.confirmProduct,
    summary: "Say that one of the caller's products is still there",
    params: { productId: "product-not-found" },
    body: "none",
    reply: z.object({ success, message }),
  },
  deleteProduct: {
    ...calls.deleteProduct,
    summary: "Delete one of the caller's products and its photos",
    params: { productId: "product-not-found" },
    body: "none",
    reply: z.object({ success, message }),
  },
  renewProduct: {
    ...listingCalls.renewProduct,
    summary: "Bring one of the caller's expired products back into the lists",
    params: { productId: "product-not-found" },
    body: "none",
    reply: z.object({ success, message }),
  },
  reserveProduct: {
    ...listingCalls.reserveProduct,
    summary: "Promise one of the caller's products to somebody, for a week at most",
    params: { productId: "product-not-found" },
    body: listings.reservation,
    refusal: "invalid-fields",
    reply: z.object({ success, message, reservedUntil: z.iso.datetime() }),
  },
  releaseProduct: {
    ...listingCalls.releaseProduct,
    summary: "End such a promise",
    params: { productId: "product-not-found" },
    body: "none",
    reply: z.object({ success, message }),
  },
  restoreProduct: {
    ...listingCalls.restoreProduct,
    summary: "Bring back one of the caller's products that was deleted within the last days",
    params: { productId: "product-not-found" },
    body: "none",
    reply: z.object({ success, message, product }),
  },
  deletedProducts: {
    ...listingCalls.deletedProducts,
    summary: "The caller's deleted products that can be brought back, the latest deleted first",
    body: "none",
    reply: z.object({ success, products: z.array(listings.deletedProduct) }),
  },
  priceHint: {
    ...listingCalls.priceHint,
    summary:
      "For how many rupees things of such a name and category were sold here; without `hint` when too few were",
    query: listings.priceHintQuery,
    refusal: "invalid-filter",
    body: "none",
    reply: z.object({ success, hint: z.optional(listings.priceHint) }),
  },
  createBundle: {
    ...listingCalls.createBundle,
    summary:
      "Put some of the caller's unsold products under one address, because the caller leaves",
    body: listings.bundleForm,
    refusal: "invalid-fields",
    status: 201,
    reply: z.object({ success, bundle: z.object({ id: z.uuid(), url: z.string() }) }),
  },
  ownBundles: {
    ...listingCalls.ownBundles,
    summary: "The caller's bundles, the latest first",
    body: "none",
    reply: z.object({ success, bundles: z.array(listings.ownBundle) }),
  },
  getBundle: {
    ...listingCalls.getBundle,
    summary: "What a leaving student sells, sold things included",
    params: { bundleId: "bundle-not-found" },
    body: "none",
    reply: z.object({ success, bundle: listings.bundle }),
  },
  deleteBundle: {
    ...listingCalls.deleteBundle,
    summary: "Delete one of the caller's bundles; its products stay as they are",
    params: { bundleId: "bundle-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
  listAlerts: {
    ...listingCalls.listAlerts,
    summary: "The searches of which the caller wants to hear, the latest first",
    body: "none",
    reply: z.object({ success, alerts: z.array(listings.alert) }),
  },
  addAlert: {
    ...listingCalls.addAlert,
    summary:
      "Tell the caller once a day when a product appears that fits; the same filters again answer the first",
    body: listings.alertForm,
    refusal: "invalid-fields",
    status: 201,
    statusAgain: 200,
    reply: z.object({ success, message, alert: listings.alert }),
  },
  deleteAlert: {
    ...listingCalls.deleteAlert,
    summary: "End one of the caller's alerts",
    params: { alertId: "alert-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
  clickProduct: {
    ...calls.clickProduct,
    summary: "Count a view of a product, once per viewer and day",
    params: { productId: "product-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
  getItem: {
    ...calls.getItem,
    summary:
      "One product without phone and address, sold or not, unsold ones like it, and of its seller the month of registration, how they reply and their deals",
    params: { productId: "product-not-found" },
    body: "none",
    reply: z.object({ success, product, similar: z.array(product), seller: sellerFacts }),
  },
  getSeller: {
    ...calls.getSeller,
    summary:
      "A student who sells: first name, avatar, month of registration, how they reply, their deals and the latest feedback",
    params: { sellerId: "seller-not-found" },
    body: "none",
    reply: z.object({ success, seller }),
  },
  savedProducts: {
    ...calls.savedProducts,
    summary: "The products that the caller has saved, sold ones included, the latest saved first",
    body: "none",
    reply: z.object({ success, products: z.array(savedProduct) }),
  },
  savedIds: {
    ...calls.savedIds,
    summary: "The ids of the products that the caller has saved",
    body: "none",
    reply: z.object({ success, ids: z.array(z.uuid()) }),
  },
  saveProduct: {
    ...calls.saveProduct,
    summary: "Save a product for the caller; saving it again changes nothing",
    params: { productId: "product-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
  unsaveProduct: {
    ...calls.unsaveProduct,
    summary: "Take a product off the caller's saved ones, if it is among them",
    params: { productId: "product-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
  generateDescription: {
    ...calls.generateDescription,
    summary: "Write a description from a title and features",
    overload: "exempt",
    body: z.object({
      title: z.string().check(z.maxLength(maxLength.descriptionTitle)),
      features: z
        .array(z.string().check(z.maxLength(maxLength.descriptionFeature)))
        .check(z.maxLength(maxDescriptionFeatures)),
    }),
    refusal: "field-too-long",
    reply: z.object({ description: z.string(), writer: z.enum(["local", "provider"]) }),
  },

  createPhoto: {
    ...calls.createPhoto,
    summary: "Upload one photo before the product that will use it",
    body: "multipart",
    fields: ["image"],
    status: 201,
    reply: z.object({ success, photo: image, id: z.uuid(), url: z.string() }),
  },
  deletePhoto: {
    ...calls.deletePhoto,
    summary: "Discard one of the caller's unused photos",
    params: { photoId: "photo-not-found" },
    body: "none",
    reply: z.object({ success }),
  },

  countView: {
    ...countView,
    summary: "Count one page view; it carries nothing that tells who looked",
    body: pageView,
    status: 204,
    reply: "none",
  },

  listNotices: {
    ...dealCalls.listNotices,
    summary: "What the caller is told, newest first, and how much of it is unread",
    query: safety.pageQuery,
    refusal: "invalid-filter",
    body: "none",
    reply: z.object({ success, unread: z.int(), notices: z.array(notices.notice) }),
  },
  readNotices: {
    ...dealCalls.readNotices,
    summary: "Mark the caller's notices as read: those named, or all",
    body: notices.readNotices,
    refusal: "invalid-fields",
    reply: z.object({ success, unread: z.int() }),
  },
  getNoticeSettings: {
    ...dealCalls.getNoticeSettings,
    summary:
      "Of which kinds of notices the caller hears, whether also by mail (`mail`, absent where none is sent) and as a push to this browser (`push`, absent where none is sent)",
    body: "none",
    reply: notices.noticeSettingsReply,
  },
  changeNoticeSettings: {
    ...dealCalls.changeNoticeSettings,
    summary: "Turn some kinds of notices on or off",
    body: notices.noticeSettingsChange,
    refusal: "invalid-fields",
    reply: notices.noticeSettingsReply,
  },

  subscribePush: {
    ...dealCalls.subscribePush,
    summary:
      "Push notices to the browser of the caller's session; what it subscribed to before is replaced. 404 where none are pushed",
    body: notices.pushSubscription,
    refusal: "invalid-fields",
    status: 204,
    reply: "none",
  },
  unsubscribePush: {
    ...dealCalls.unsubscribePush,
    summary: "Push no notices to the browser of the caller's session any more",
    body: "none",
    status: 204,
    reply: "none",
  },

  openOutcomes: {
    ...dealCalls.openOutcomes,
    summary: "Contacts of the caller of which the outcome may be asked now, the oldest first",
    body: "none",
    reply: z.object({ success, outcomes: z.array(deals.openOutcome) }),
  },
  putOutcome: {
    ...dealCalls.putOutcome,
    summary:
      "Say whether a seller replied and whether the caller bought; an empty body says that the caller was asked. `bought: true` asks the seller to confirm the deal",
    params: { productId: "product-not-found" },
    body: deals.outcomeForm,
    refusal: "invalid-fields",
    reply: z.object({ success }),
  },
  listDeals: {
    ...dealCalls.listDeals,
    summary: "The caller's deals, newest first, with the feedback that the caller may see",
    query: safety.pageQuery,
    refusal: "invalid-filter",
    body: "none",
    reply: z.object({ success, deals: z.array(deals.deal) }),
  },
  putDeal: {
    ...dealCalls.putDeal,
    summary: "The seller confirms a deal, which marks the listing sold, or says that it is none",
    params: { dealId: "deal-not-found" },
    body: deals.dealForm,
    refusal: "invalid-fields",
    reply: z.object({ success, deal: deals.deal }),
  },
  giveFeedback: {
    ...dealCalls.giveFeedback,
    summary: "Give feedback about the other side of a confirmed deal, once",
    params: { dealId: "deal-not-found" },
    body: deals.feedbackForm,
    refusal: "invalid-fields",
    reply: z.object({ success, deal: deals.deal }),
  },
  replyToFeedback: {
    ...dealCalls.replyToFeedback,
    summary: "Reply, once, to the feedback that the other side gave",
    params: { dealId: "deal-not-found" },
    body: deals.replyForm,
    refusal: "invalid-fields",
    reply: z.object({ success, deal: deals.deal }),
  },

  exportAccount: {
    ...safetyCalls.exportAccount,
    summary:
      "All that is kept of the caller as a ZIP with data.json and photos; only soon after a sign-in, otherwise 401 `sign-in-again`",
    body: "none",
    reply: "file",
  },
  deleteAccount: {
    ...safetyCalls.deleteAccount,
    summary:
      "Delete the caller's account: at once out of sight, erased after some days; only soon after a sign-in, otherwise 401 `sign-in-again`",
    body: z.object({ confirm: z.literal("DELETE") }),
    refusal: "invalid-fields",
    reply: z.object({ success, message }),
  },
  restoreAccount: {
    ...safetyCalls.restoreAccount,
    summary: "Restore the caller's deleted account",
    body: "none",
    reply: z.object({ success, message }),
  },
  listConsents: {
    ...safetyCalls.listConsents,
    summary:
      "To which versions of the notice about personal data the caller has agreed, and when; and when the caller has last seen the rules",
    body: "none",
    reply: z.object({
      success,
      consents: z.array(givenConsent),
      rulesSeenAt: z.iso.datetime(),
    }),
  },
  giveConsent: {
    ...safetyCalls.giveConsent,
    summary: "Agree to a version of the notice about personal data; agreeing again changes nothing",
    body: consent,
    refusal: "invalid-fields",
    status: 201,
    statusAgain: 200,
    reply: z.object({ success, consents: z.array(givenConsent) }),
  },
  seeRules: {
    ...safetyCalls.seeRules,
    summary: "The caller has seen the rules",
    body: "none",
    status: 204,
    reply: "none",
  },
  listSessions: {
    ...safetyCalls.listSessions,
    summary: "Where the caller is signed in, the last used first",
    body: "none",
    reply: z.object({ success, sessions: z.array(session) }),
  },
  endSession: {
    ...safetyCalls.endSession,
    summary: "End one of the caller's sessions, with every token of it",
    params: { sessionId: "session-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
  logOutEverywhere: {
    ...safetyCalls.logOutEverywhere,
    summary: "End every session of the caller",
    body: "none",
    status: 204,
    reply: "none",
  },
  listBlocks: {
    ...safetyCalls.listBlocks,
    summary: "The students that the caller has blocked",
    body: "none",
    reply: z.object({
      success,
      users: z.array(z.object({ _id: z.uuid(), name: z.string() })),
    }),
  },
  blockUser: {
    ...safetyCalls.blockUser,
    summary: "Block a student: neither can contact the other; blocking again changes nothing",
    params: { userId: "user-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
  unblockUser: {
    ...safetyCalls.unblockUser,
    summary: "Unblock a student",
    params: { userId: "user-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
  createReport: {
    ...safetyCalls.createReport,
    summary:
      "Report a listing, a student, or the feedback that the other side of a deal gave (`dealId`); reporting the same again answers the first receipt",
    body: safety.reportForm,
    refusal: "invalid-fields",
    status: 201,
    statusAgain: 200,
    reply: z.object({ success, message, report: safety.report }),
  },
  ownReports: {
    ...safetyCalls.ownReports,
    summary: "What the caller has reported, newest first",
    query: safety.pageQuery,
    refusal: "invalid-filter",
    body: "none",
    reply: z.object({ success, reports: z.array(safety.report) }),
  },
  ownDecisions: {
    ...safetyCalls.ownDecisions,
    summary: "Decisions that concern the caller, newest first",
    query: safety.pageQuery,
    refusal: "invalid-filter",
    body: "none",
    reply: z.object({ success, decisions: z.array(safety.decision) }),
  },
  createAppeal: {
    ...safetyCalls.createAppeal,
    summary: "Ask, once, for a decision that concerns the caller to be looked at again",
    body: safety.appealForm,
    refusal: "invalid-fields",
    status: 201,
    reply: z.object({ success, message }),
  },
  createGrievance: {
    ...safetyCalls.createGrievance,
    summary: "Complain to the grievance officer, signed in or not",
    body: safety.grievanceForm,
    refusal: "invalid-fields",
    status: 201,
    reply: z.object({
      success,
      message,
      receipt: z.string(),
      secret: z.string(),
      dueAt: z.iso.datetime(),
    }),
  },
  getGrievance: {
    ...safetyCalls.getGrievance,
    summary:
      "State and outcome of a grievance, to who has its secret (`secret` or the header X-Grievance-Secret)",
    query: safety.grievanceQuery,
    params: { receipt: "grievance-not-found" },
    hasPlainParams: true,
    refusal: "grievance-not-found",
    body: "none",
    reply: z.object({ success, grievance: safety.grievance }),
  },
  transparency: {
    ...safetyCalls.transparency,
    summary: "What was listed, reported and decided in each month; no count below five is exact",
    body: "none",
    reply: z.object({ success, months: z.array(safety.transparencyMonth) }),
  },
  listCases: {
    ...safetyCalls.listCases,
    summary: "Open cases, what is due first, or closed ones, the latest first",
    query: safety.caseQuery,
    refusal: "invalid-filter",
    body: "none",
    reply: z.object({ success, cases: z.array(safety.moderationCase) }),
  },
  getCase: {
    ...safetyCalls.getCase,
    summary: "One case with the person concerned and earlier decisions",
    params: { caseId: "case-not-found" },
    body: "none",
    reply: z.object({ success, case: safety.moderationCase }),
  },
  getCasePhoto: {
    ...safetyCalls.getCasePhoto,
    summary: "A photo of the listing as it was when it was reported",
    params: { caseId: "case-not-found", photoId: "photo-not-found" },
    body: "none",
    reply: "file",
  },
  decideCase: {
    ...safetyCalls.decideCase,
    summary: "Decide a case",
    params: { caseId: "case-not-found" },
    body: safety.decisionForm,
    refusal: "invalid-fields",
    reply: z.object({ success, case: safety.moderationCase }),
  },
  markAuthority: {
    ...safetyCalls.markAuthority,
    summary: "Mark a case as ordered by an authority, which shortens its clock",
    params: { caseId: "case-not-found" },
    body: "none",
    reply: z.object({ success, case: safety.moderationCase }),
  },
  suspendUser: {
    ...safetyCalls.suspendUser,
    summary: "Suspend a student, until reinstated unless days are given",
    params: { userId: "user-not-found" },
    body: safety.suspensionForm,
    refusal: "invalid-fields",
    reply: z.object({ success, decision: safety.decision }),
  },
  reinstateUser: {
    ...safetyCalls.reinstateUser,
    summary: "End a suspension",
    params: { userId: "user-not-found" },
    body: safety.noteForm,
    refusal: "invalid-fields",
    reply: z.object({ success, decision: safety.decision }),
  },
  hideListing: {
    ...safetyCalls.hideListing,
    summary: "Hide a listing from everybody but its owner",
    params: { productId: "product-not-found" },
    body: safety.noteForm,
    refusal: "invalid-fields",
    reply: z.object({ success, decision: safety.decision }),
  },
  restoreListing: {
    ...safetyCalls.restoreListing,
    summary: "Show a hidden listing again",
    params: { productId: "product-not-found" },
    body: safety.noteForm,
    refusal: "invalid-fields",
    reply: z.object({ success, decision: safety.decision }),
  },
  removeListing: {
    ...safetyCalls.removeListing,
    summary: "Remove a listing and its photos for good",
    params: { productId: "product-not-found" },
    body: safety.noteForm,
    refusal: "invalid-fields",
    reply: z.object({ success, decision: safety.decision }),
  },
  removeFeedback: {
    ...dealCalls.removeFeedback,
    summary: "Remove the feedback that the buyer or the seller of a deal gave",
    params: { dealId: "deal-not-found" },
    body: safety.feedbackRemoval,
    refusal: "invalid-fields",
    reply: z.object({ success }),
  },
  moderationLog: {
    ...safetyCalls.moderationLog,
    summary: "Everything that was decided, newest first",
    query: safety.pageQuery,
    refusal: "invalid-filter",
    body: "none",
    reply: z.object({ success, log: z.array(safety.logEntry) }),
  },
  moderatedUsers: {
    ...safetyCalls.moderatedUsers,
    summary: "Students whose name or address contains `q`, newest first",
    query: safety.userQuery,
    refusal: "invalid-filter",
    body: "none",
    reply: z.object({ success, users: z.array(safety.moderatedUser) }),
  },
  showOperations: {
    ...safetyCalls.showOperations,
    summary: "How the market is doing: now, today and in the last 30 days",
    body: "none",
    reply: z.object({ success, operations }),
  },
  moderationApi: {
    ...safetyCalls.moderationApi,
    summary: "The description of the whole API, these calls included",
    body: "none",
    reply: z.record(z.string(), z.unknown()),
  },

  startSignIn: {
    ...calls.startSignIn,
    summary: "Send the browser to the identity provider",
    query: z.object({
      mode: z._default(z.enum(["popup", "redirect"]), "redirect"),
      attempt: z._default(z.string().check(z.regex(/^[\w-]{1,64}$/)), "none"),
    }),
    overload: "exempt",
    body: "none",
    reply: "redirect",
  },
  finishSignIn: {
    ...calls.finishSignIn,
    summary: "Where the identity provider sends the browser back",
    overload: "exempt",
    body: "none",
    reply: "redirect",
  },
  issueToken: {
    ...calls.issueToken,
    summary: "A token for the browser session",
    body: "none",
    reply: z.object({ token: z.string(), expiresAt: z.iso.datetime(), profile: accountProfile }),
  },
  logOut: {
    ...calls.logOut,
    summary: "End the browser session and every token of it",
    overload: "exempt",
    body: "none",
    status: 204,
    reply: "none",
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
/** The row of the table that describes this call. */
export type EndpointOf<C extends Call> = Extract<(typeof endpoints)[EndpointName], C>;
export type Reply<E extends Endpoint> = E["reply"] extends z.ZodMiniType
  ? z.infer<E["reply"]>
  : undefined;
/** The query, parsed. */
export type Query<E extends Endpoint> = E["query"] extends z.ZodMiniType
  ? z.infer<E["query"]>
  : undefined;
/** The JSON body, parsed. */
export type Body<E extends Endpoint> = E["body"] extends z.ZodMiniType
  ? z.infer<E["body"]>
  : undefined;
