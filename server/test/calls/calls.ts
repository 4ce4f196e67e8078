import type { EndpointName } from "@market/contract/endpoints";

/** The caller. The owner owns the product, photo or profile of the call. */
export const callers = [
  "anonymous",
  "expired",
  "signedOut",
  "suspended",
  "deleted",
  "unregistered",
  "other",
  "owner",
] as const;
export type Caller = (typeof callers)[number];
export const targets = ["present", "absent", "malformed"] as const;
export type Target = (typeof targets)[number];

/** The content of a valid call. */
type Sending = {
  json?: Record<string, unknown>;
  /** Texts of a multipart form, with or without a picture of its own. */
  form?: Record<string, string>;
  picture?: "image" | "images";
  query?: string;
};

/**
 * One call of the API as the specification and our decisions want it, written a second time and by hand:
 * what the endpoint table says is held against this.
 */
export type CallRow = {
  who:
    | "all callers"
    | "all callers, with a valid token or none"
    | "our own pages"
    | "the signed in"
    | "students"
    | "students, suspended ones too"
    | "students, leaving ones too"
    | "students, suspended and leaving ones too"
    | "moderators";
  sends?: Sending;
  /** The kind of the id in the path. */
  target?: "product" | "photo" | "seller";
  /** Status, with the code of a refusal. Who is not named is answered like the owner. */
  answers: Partial<Record<Caller | Target, string>> & { owner: string };
  /** Cells that a call that was let in may change, `table.*` for all of a table. */
  writes?: string[];
  /** Tables in which it adds rows for others, who are notified. */
  tells?: string[];
};

const listing = {
  name: "Hero Sprint cycle",
  price: "3200",
  description: "Two years old, new brakes, rides well.",
  locationType: "On-Campus",
  address: "Gate 2, near the cycle stand",
  category: "Mobility & Transport",
  condition: "Used - Good",
};
const gone = "404 product-not-found";
const onlyTheOwner = { owner: "200", other: gone, absent: gone, malformed: gone };
const absentId = "01994e50-0000-7000-8000-000000000000";
const browser = {
  endpoint: "https://fcm.googleapis.com/fcm/send/1",
  keys: {
    p256dh:
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
};
/** No demo student has a deal. */
const noDeal: CallRow = { who: "students", answers: { owner: "404 deal-not-found" } };
const inTwenty = (now: number) => new Date(now + 20 * 86_400_000).toISOString().slice(0, 10);
/** No demo student is a moderator, so these paths do not exist for them. */
const forModerators: CallRow = { who: "moderators", answers: { owner: "404 not-found" } };
const withNote: CallRow = { ...forModerators, sends: { json: { note: "Against the rules" } } };
const searchTables = ["search_entries.*", "search_words.*"];

/** Every call of the API; one that is missing here does not compile. */
export const calls: Record<EndpointName, CallRow> = {
  googleLogin: {
    who: "the signed in",
    answers: { owner: "200", unregistered: "404 user-not-registered" },
  },
  googleRegister: {
    who: "the signed in",
    sends: {
      json: {
        phone: "+919812345670",
        course: "B.Tech",
        semester: "3rd Semester",
        country: "India",
      },
    },
    answers: {
      owner: "409 user-already-registered",
      other: "409 user-already-registered",
      unregistered: "201",
    },
    writes: ["users.*"],
  },
  getProfile: { who: "students", answers: { owner: "200" } },
  updateProfile: {
    who: "students",
    sends: {
      json: {
        semester: "5th Semester",
        avatar: "lorelei",
        course: "M.Tech",
        phone: "+919812345670",
        country: "India",
        leavingOn: inTwenty(Date.now()),
        contact: "open",
      },
    },
    answers: { owner: "200" },
    writes: [
      ...["semester", "avatar", "course", "phone", "country"].map((column) => `users.${column}`),
      "leavers.*",
    ],
  },
  listProducts: { who: "all callers", answers: { owner: "200" } },
  listNames: { who: "all callers", answers: { owner: "200" } },
  filterProducts: {
    who: "all callers",
    sends: { query: "q=cycle&condition=Used+-+Good" },
    answers: { owner: "200" },
  },
  ownProducts: { who: "students", answers: { owner: "200" } },
  getProduct: {
    who: "students",
    target: "product",
    answers: { owner: "200", absent: gone, malformed: gone },
    writes: ["reveals.*", "outcomes.*", "notices.*"],
    tells: ["reveals", "outcomes", "notices"],
  },
  createProduct: {
    who: "students",
    sends: { form: listing, picture: "images" },
    answers: { owner: "201" },
    writes: [
      "products.*",
      "short_codes.*",
      "photos.*",
      "photo_fingerprints.*",
      "allowances.*",
      "listing_clocks.*",
      "appearances.*",
      ...searchTables,
    ],
  },
  updateProduct: {
    who: "students",
    target: "product",
    sends: { form: { ...listing, name: "Hero Sprint, serviced" } },
    answers: onlyTheOwner,
    writes: [
      ...[
        "name",
        "price_paise",
        "description",
        "category",
        "condition",
        "location_type",
        "address",
        "drafted",
        "negotiable",
        "available_from",
      ].map((column) => `products.${column}`),
      "products.version",
      "products.updated_at",
      "photos.position",
      "photo_fingerprints.*",
      "listing_clocks.*",
      "appearances.*",
      "price_changes.*",
      "allowances.*",
      ...searchTables,
    ],
  },
  confirmProduct: {
    who: "students",
    target: "product",
    answers: onlyTheOwner,
    writes: ["products.confirmed_at", "listing_clocks.*", "appearances.*"],
  },
  renewProduct: {
    who: "students",
    target: "product",
    answers: onlyTheOwner,
    writes: ["products.confirmed_at", "listing_clocks.*", "appearances.*"],
  },
  reserveProduct: {
    who: "students",
    target: "product",
    sends: { json: { until: new Date(Date.now() + 6 * 86_400_000).toISOString() } },
    answers: onlyTheOwner,
    writes: ["products.reserved_until", "listing_clocks.*", "appearances.*"],
  },
  keepProduct: {
    who: "students",
    target: "product",
    sends: { json: { until: inTwenty(Date.now()) } },
    answers: onlyTheOwner,
    writes: ["kept_listings.*", "products.confirmed_at", "listing_clocks.*", "appearances.*"],
  },
  releaseProduct: {
    who: "students",
    target: "product",
    answers: onlyTheOwner,
    writes: ["products.reserved_until", "listing_clocks.*", "appearances.*"],
  },
  // The listing is not deleted.
  restoreProduct: { who: "students", target: "product", answers: { owner: gone } },
  deletedProducts: { who: "students", answers: { owner: "200" } },
  priceHint: {
    who: "students",
    sends: { query: "category=Mobility+%26+Transport&q=cycle" },
    answers: { owner: "200" },
  },
  toggleSold: {
    who: "students",
    target: "product",
    sends: { json: { isSold: true } },
    answers: onlyTheOwner,
    writes: [
      "products.sold_at",
      "products.version",
      "products.updated_at",
      "products.listed",
      "listing_clocks.*",
      "appearances.*",
      "sold_words.*",
      "allowances.*",
    ],
  },
  deleteProduct: {
    who: "students",
    target: "product",
    answers: onlyTheOwner,
    writes: [
      "products.*",
      "photos.*",
      "search_entries.*",
      "clicks.*",
      "saved_products.*",
      "listing_clocks.*",
      "appearances.*",
      "deleted_listings.*",
    ],
  },
  createBundle: {
    who: "students",
    sends: {
      json: { productIds: [absentId], place: "Gate 2", leavingOn: inTwenty(Date.now()) },
    },
    answers: { owner: gone },
  },
  ownBundles: { who: "students", answers: { owner: "200" } },
  getBundle: {
    who: "all callers, with a valid token or none",
    answers: { owner: "404 bundle-not-found" },
  },
  deleteBundle: { who: "students", answers: { owner: "404 bundle-not-found" } },
  listAlerts: { who: "students", answers: { owner: "200" } },
  addAlert: {
    who: "students",
    sends: { json: { q: "harmonium" } },
    answers: { owner: "201" },
    writes: ["alerts.*", "alert_words.*"],
  },
  deleteAlert: { who: "students", answers: { owner: "404 alert-not-found" } },
  clickProduct: {
    who: "all callers, with a valid token or none",
    target: "product",
    answers: { owner: "204", malformed: gone },
    writes: ["clicks.*"],
  },
  getItem: {
    who: "all callers",
    target: "product",
    answers: { owner: "200", absent: gone, malformed: gone },
  },
  getSeller: {
    who: "students",
    target: "seller",
    answers: {
      owner: "200",
      absent: "404 seller-not-found",
      malformed: "404 seller-not-found",
    },
  },
  savedProducts: { who: "students", answers: { owner: "200" } },
  savedIds: { who: "students", answers: { owner: "200" } },
  saveProduct: {
    who: "students",
    target: "product",
    answers: { owner: "204", absent: gone, malformed: gone },
    writes: ["saved_products.*"],
  },
  unsaveProduct: {
    who: "students",
    target: "product",
    answers: { owner: "204", malformed: gone },
    writes: ["saved_products.*"],
  },
  generateDescription: {
    who: "all callers, with a valid token or none",
    sends: { json: { title: "Hero Sprint cycle", features: ["new brakes"] } },
    answers: { owner: "200" },
    writes: ["allowances.*"],
  },
  createPhoto: {
    who: "students",
    sends: { form: {}, picture: "image" },
    answers: { owner: "201" },
    writes: ["photos.*", "photo_fingerprints.*"],
  },
  deletePhoto: {
    who: "students",
    target: "photo",
    answers: {
      owner: "200",
      other: "404 photo-not-found",
      absent: "404 photo-not-found",
      malformed: "404 photo-not-found",
    },
    writes: ["photos.*", "photo_fingerprints.*"],
  },
  countView: {
    who: "all callers",
    sends: { json: { page: "/buy", referrer: "", viewport: "phone", language: "en" } },
    answers: { owner: "204" },
    writes: ["view_counts.*"],
  },
  listNotices: { who: "students", answers: { owner: "200" } },
  readNotices: { who: "students", answers: { owner: "200" }, writes: ["notices.read_at"] },
  getNoticeSettings: { who: "students", answers: { owner: "200" } },
  changeNoticeSettings: {
    who: "students",
    sends: { json: { contacted: false, mail: false } },
    answers: { owner: "200" },
    writes: ["notices_off.*", "notice_mails.*"],
  },
  subscribePush: {
    who: "students",
    sends: { json: browser },
    // The first demo student has the browser.
    answers: { other: "204", owner: "409 push-taken" },
    writes: ["push_subscriptions.*"],
  },
  unsubscribePush: {
    who: "students",
    answers: { owner: "204" },
    writes: ["push_subscriptions.*"],
  },
  openOutcomes: { who: "students", answers: { owner: "200" } },
  putOutcome: {
    who: "students",
    target: "product",
    sends: { json: { replied: true } },
    answers: { owner: gone, other: gone, absent: gone, malformed: gone },
  },
  // The demo's listings are open to all.
  requestContact: {
    who: "students",
    target: "product",
    answers: { owner: "422 own-product", other: "409 not-needed", absent: gone, malformed: gone },
  },
  withdrawContactRequest: {
    who: "students",
    target: "product",
    answers: {
      owner: "404 request-not-found",
      absent: "404 request-not-found",
      malformed: gone,
    },
  },
  listContactRequests: { who: "students", answers: { owner: "200" } },
  answerContactRequest: {
    who: "students",
    sends: { json: { answer: "share" } },
    answers: { owner: "404 request-not-found" },
  },
  listDeals: { who: "students", answers: { owner: "200" } },
  putDeal: { ...noDeal, sends: { json: { confirmed: true } } },
  giveFeedback: { ...noDeal, sends: { json: { good: true } } },
  replyToFeedback: { ...noDeal, sends: { json: { text: "Thank you" } } },
  removeFeedback: { ...withNote, sends: { json: { role: "buyer", note: "Against the rules" } } },
  makeKey: { who: "students", answers: { owner: "201" }, writes: ["listing_keys.*"] },
  getKey: { who: "students", answers: { owner: "200" } },
  endKey: { who: "students", answers: { owner: "204" }, writes: ["listing_keys.*"] },
  offerHandover: {
    who: "students",
    target: "product",
    sends: { json: { email: "friend@elsewhere.example" } },
    answers: { ...onlyTheOwner, owner: "201" },
    writes: ["handovers.*"],
  },
  listHandovers: { who: "students", answers: { owner: "200" } },
  answerHandover: {
    who: "students",
    sends: { json: { accept: false } },
    answers: { owner: "404 handover-not-found" },
  },
  withdrawHandover: { who: "students", answers: { owner: "404 handover-not-found" } },
  exportAccount: {
    who: "students, suspended and leaving ones too",
    answers: { owner: "200" },
    writes: ["allowances.*"],
  },
  // The confirmation word is missing, so that no demo student is deleted.
  deleteAccount: {
    who: "students, suspended ones too",
    sends: { json: { confirm: "delete" } },
    answers: { owner: "422 invalid-fields" },
  },
  restoreAccount: { who: "students, leaving ones too", answers: { owner: "200" } },
  getConsentNotice: { who: "all callers", answers: { owner: "200" } },
  listConsents: { who: "students", answers: { owner: "200" } },
  giveConsent: {
    who: "students",
    sends: { json: { version: "2027-01", adult: true } },
    answers: { owner: "201" },
    writes: ["consents.*"],
  },
  seeRules: { who: "students", answers: { owner: "204" }, writes: ["users.rules_seen_at"] },
  listSessions: { who: "students", answers: { owner: "200" } },
  endSession: { who: "students", answers: { owner: "404 session-not-found" } },
  logOutEverywhere: { who: "students", answers: { owner: "204" }, writes: ["sessions.ended_at"] },
  listBlocks: { who: "students", answers: { owner: "200" } },
  blockUser: { who: "students", answers: { owner: "404 user-not-found" } },
  unblockUser: { who: "students", answers: { owner: "204" } },
  createReport: {
    who: "students",
    sends: { json: { userId: absentId, reason: "scam" } },
    answers: { owner: "404 user-not-found" },
  },
  ownReports: { who: "students", answers: { owner: "200" } },
  ownDecisions: { who: "students, suspended ones too", answers: { owner: "200" } },
  createAppeal: {
    who: "students, suspended ones too",
    sends: { json: { decisionId: absentId, text: "It was not mine." } },
    answers: { owner: "404 decision-not-found" },
  },
  createGrievance: {
    who: "all callers",
    sends: {
      json: {
        name: "Ravi",
        email: "ravi@example.org",
        subject: "My photo",
        details: "It shows me.",
      },
    },
    // The five without a student's token call from one address, which may send five a day.
    answers: { owner: "201" },
    writes: ["grievances.*", "cases.*", "grievance_hours.*", "allowances.*"],
  },
  getGrievance: { who: "all callers", answers: { owner: "404 grievance-not-found" } },
  newListings: { who: "all callers", answers: { owner: "200" } },
  newItemsMessage: { who: "all callers", sends: { query: "days=7" }, answers: { owner: "200" } },
  transparency: { who: "all callers", answers: { owner: "200" } },
  listCases: forModerators,
  getCase: forModerators,
  getCasePhoto: forModerators,
  decideCase: { ...forModerators, sends: { json: { action: "warn", note: "Against the rules" } } },
  markAuthority: forModerators,
  addCaseNote: { ...forModerators, sends: { json: { text: "I have asked the seller" } } },
  claimCase: forModerators,
  releaseCase: forModerators,
  suspendUser: { ...forModerators, sends: { json: { reason: "Against the rules" } } },
  reinstateUser: withNote,
  hideListing: withNote,
  restoreListing: withNote,
  removeListing: withNote,
  moderationLog: forModerators,
  moderatedUsers: { ...forModerators, sends: { query: "q=asha" } },
  moderationApi: forModerators,
  showOperations: forModerators,
  startSignIn: { who: "all callers", answers: { owner: "303" } },
  finishSignIn: { who: "all callers", answers: { owner: "400" } },
  issueToken: { who: "our own pages", answers: { owner: "401 missing-session" } },
  logOut: { who: "our own pages", answers: { owner: "204" } },
};
