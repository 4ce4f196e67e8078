import type { EndpointName } from "@market/contract/endpoints";

/** Who calls. The owner is the one whose product, photo or profile is meant. */
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

/** What a call that is in order sends. */
type Sending = {
  json?: Record<string, unknown>;
  /** Texts of a multipart form, with or without a picture of its own. */
  form?: Record<string, string>;
  picture?: "image" | "images";
  query?: string;
};

/**
 * One call of the API as the specification and our decisions want it, told a second time and by hand:
 * what the endpoint table says is held against this.
 */
export type CallRow = {
  who:
    | "everybody"
    | "everybody, with a good token or none"
    | "our own pages"
    | "the signed in"
    | "students";
  sends?: Sending;
  /** Of what the id in the path is. */
  target?: "product" | "photo";
  /** Status, with the code of a refusal. Who is not named is answered like the owner. */
  answers: Partial<Record<Caller | Target, string>> & { owner: string };
  /** Cells that a call that was let in may change, `table.*` for all of a table. */
  writes?: string[];
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
const searchTables = ["search_entries.*", "search_words.*", "search_uses.*"];

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
    sends: { json: { semester: "5th Semester", avatar: "lorelei" } },
    answers: { owner: "200" },
    writes: ["users.semester", "users.avatar"],
  },
  listProducts: { who: "everybody", answers: { owner: "200" } },
  filterProducts: {
    who: "everybody",
    sends: { query: "q=cycle&condition=Used+-+Good" },
    answers: { owner: "200" },
  },
  ownProducts: { who: "students", answers: { owner: "200" } },
  getProduct: {
    who: "students",
    target: "product",
    answers: { owner: "200", absent: gone, malformed: gone },
    writes: ["reveals.*"],
  },
  createProduct: {
    who: "students",
    sends: { form: listing, picture: "images" },
    answers: { owner: "201" },
    writes: ["products.*", "photos.*", "allowances.*", ...searchTables],
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
      ].map((column) => `products.${column}`),
      "products.version",
      "products.updated_at",
      "photos.position",
      "allowances.*",
      ...searchTables,
    ],
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
      "allowances.*",
    ],
  },
  deleteProduct: {
    who: "students",
    target: "product",
    answers: onlyTheOwner,
    writes: ["products.*", "photos.*", "search_entries.*", "clicks.*", "saved_products.*"],
  },
  clickProduct: {
    who: "everybody, with a good token or none",
    target: "product",
    answers: { owner: "204", malformed: gone },
    writes: ["clicks.*"],
  },
  getItem: {
    who: "everybody",
    target: "product",
    answers: { owner: "200", absent: gone, malformed: gone },
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
    who: "everybody, with a good token or none",
    sends: { json: { title: "Hero Sprint cycle", features: ["new brakes"] } },
    answers: { owner: "200" },
    writes: ["allowances.*"],
  },
  createPhoto: {
    who: "students",
    sends: { form: {}, picture: "image" },
    answers: { owner: "201" },
    writes: ["photos.*"],
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
    writes: ["photos.*"],
  },
  countView: {
    who: "everybody",
    sends: { json: { page: "/buy", referrer: "", viewport: "phone", language: "en" } },
    answers: { owner: "204" },
    writes: ["view_counts.*"],
  },
  startSignIn: { who: "everybody", answers: { owner: "303" } },
  finishSignIn: { who: "everybody", answers: { owner: "400" } },
  issueToken: { who: "our own pages", answers: { owner: "401 missing-session" } },
  logOut: { who: "our own pages", answers: { owner: "204" } },
};
