import * as z from "zod/mini";
import { maxDescriptionFeatures, maxLength } from "./limits.ts";
import type { ErrorCode } from "./errors.ts";
import { image, product, productFilter, productList } from "./products.ts";
import { accountProfile, profileChange, registration, user } from "./users.ts";
import { pageView } from "./views.ts";

/**
 * Who may call: `public` anybody; `optional` anybody, a bearer token is looked at when there;
 * `cookie` the browser session of our own pages; `identity` a bearer token, registered or not;
 * `student` a bearer token of a registered student.
 */
export type Access = "public" | "optional" | "cookie" | "identity" | "student";

export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** `{name}` marks a path parameter. */
  path: string;
  access: Access;
  summary: string;
  /** Path parameters, all UUIDs, each with the refusal when it is none. */
  params?: Record<string, ErrorCode>;
  query?: z.ZodMiniType;
  /** The refusal of a query or body that does not fit its schema. */
  refusal?: ErrorCode;
  /** The refusal of single fields of the body that has one of its own. */
  fieldRefusals?: Record<string, ErrorCode>;
  /** `none` also accepts an empty body under a JSON content type. */
  body: "none" | "multipart" | z.ZodMiniType;
  /** Fields of a multipart body, for the description of the API. */
  fields?: readonly string[];
  /** Status of success, 200 unless said. */
  status?: 201 | 204;
  reply: z.ZodMiniType | "none" | "redirect";
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
] as const;

/** The whole API as one table; the first fourteen product and auth calls are the specification's (section 7). */
export const endpoints = {
  googleLogin: {
    method: "POST",
    path: "/api/auth/google-login",
    access: "identity",
    summary: "Sign in the student to whom the token belongs",
    body: "none",
    reply: z.object({ success, message, user }),
  },
  googleRegister: {
    method: "POST",
    path: "/api/auth/google-register",
    access: "identity",
    summary: "Register the person to whom the token belongs",
    body: registration,
    fieldRefusals: {
      phone: "invalid-phone",
      course: "invalid-course",
      semester: "invalid-semester",
      country: "invalid-enum",
    },
    status: 201,
    reply: z.object({ success, message, user }),
  },
  getProfile: {
    method: "GET",
    path: "/api/auth/profile",
    access: "student",
    summary: "The caller's own profile",
    body: "none",
    reply: z.object({ success, user }),
  },
  updateProfile: {
    method: "PUT",
    path: "/api/auth/profile",
    access: "student",
    summary: "Change the caller's avatar or semester",
    body: profileChange,
    refusal: "unknown-field",
    fieldRefusals: { avatar: "invalid-avatar", semester: "invalid-semester" },
    reply: z.object({ success, user }),
  },
  listProducts: {
    method: "GET",
    path: "/api/products",
    access: "public",
    summary: "Products, newest unsold first",
    query: productList,
    refusal: "invalid-filter",
    body: "none",
    reply: z.array(product),
  },
  filterProducts: {
    method: "GET",
    path: "/api/products/filter",
    access: "public",
    summary:
      "Products that fit the filters and the search text `q`, best first unless `sort` is given. When nothing fits all words as typed, the nearest are answered and the header `X-Search: widened` says so",
    query: productFilter,
    refusal: "invalid-filter",
    body: "none",
    reply: z.array(product),
  },
  ownProducts: {
    method: "GET",
    path: "/api/products/user",
    access: "student",
    summary: "The caller's own products, sold ones included",
    body: "none",
    reply: z.object({ success, products: z.array(product) }),
  },
  getProduct: {
    method: "GET",
    path: "/api/products/{productId}",
    access: "student",
    summary:
      "One product with its seller's phone; counts against the contact limit unless it is the caller's",
    params: { productId: "product-not-found" },
    body: "none",
    reply: z.object({ success, product, message }),
  },
  createProduct: {
    method: "POST",
    path: "/api/products/create",
    access: "student",
    summary: "List a product",
    body: "multipart",
    fields: [...formFields, "seller", "photos", "images"],
    status: 201,
    reply: z.object({ success, message, product }),
  },
  updateProduct: {
    method: "PUT",
    path: "/api/products/{productId}",
    access: "student",
    summary: "Change one of the caller's products",
    params: { productId: "product-not-found" },
    body: "multipart",
    fields: [...formFields, "existingImages", "photos", "images"],
    reply: z.object({ success, message, product }),
  },
  toggleSold: {
    method: "PUT",
    path: "/api/products/{productId}/toggle-sold",
    access: "student",
    summary: "Mark one of the caller's products sold or unsold; without a body it flips",
    params: { productId: "product-not-found" },
    body: z.optional(z.nullable(z.strictObject({ isSold: z.optional(z.boolean()) }))),
    refusal: "invalid-enum",
    reply: z.object({ success, message, isSold: z.boolean() }),
  },
  deleteProduct: {
    method: "DELETE",
    path: "/api/products/{productId}",
    access: "student",
    summary: "Delete one of the caller's products and its photos",
    params: { productId: "product-not-found" },
    body: "none",
    reply: z.object({ success, message }),
  },
  clickProduct: {
    method: "POST",
    path: "/api/products/{productId}/click",
    access: "optional",
    summary: "Count a view of a product, once per viewer and day",
    params: { productId: "product-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
  getItem: {
    method: "GET",
    path: "/api/items/{productId}",
    access: "public",
    summary: "One product without phone and address, sold or not, and unsold ones like it",
    params: { productId: "product-not-found" },
    body: "none",
    reply: z.object({ success, product, similar: z.array(product) }),
  },
  savedProducts: {
    method: "GET",
    path: "/api/saved",
    access: "student",
    summary: "The products that the caller has saved, sold ones included, the latest saved first",
    body: "none",
    reply: z.object({ success, products: z.array(product) }),
  },
  savedIds: {
    method: "GET",
    path: "/api/saved/ids",
    access: "student",
    summary: "The ids of the products that the caller has saved",
    body: "none",
    reply: z.object({ success, ids: z.array(z.uuid()) }),
  },
  saveProduct: {
    method: "PUT",
    path: "/api/saved/{productId}",
    access: "student",
    summary: "Save a product for the caller; saving it again changes nothing",
    params: { productId: "product-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
  unsaveProduct: {
    method: "DELETE",
    path: "/api/saved/{productId}",
    access: "student",
    summary: "Take a product off the caller's saved ones, if it is among them",
    params: { productId: "product-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
  generateDescription: {
    method: "POST",
    path: "/api/ai/generate-description",
    access: "optional",
    summary: "Write a description from a title and features",
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
    method: "POST",
    path: "/api/photos",
    access: "student",
    summary: "Upload one photo before the product that will use it",
    body: "multipart",
    fields: ["image"],
    status: 201,
    reply: z.object({ success, photo: image, id: z.uuid(), url: z.string() }),
  },
  deletePhoto: {
    method: "DELETE",
    path: "/api/photos/{photoId}",
    access: "student",
    summary: "Discard one of the caller's unused photos",
    params: { photoId: "photo-not-found" },
    body: "none",
    reply: z.object({ success }),
  },

  countView: {
    method: "POST",
    path: "/api/views",
    access: "public",
    summary: "Count one page view; it carries nothing that tells who looked",
    body: pageView,
    status: 204,
    reply: "none",
  },

  startSignIn: {
    method: "GET",
    path: "/api/auth/start",
    access: "public",
    summary: "Send the browser to the identity provider",
    query: z.object({
      mode: z._default(z.enum(["popup", "redirect"]), "redirect"),
      attempt: z._default(z.string().check(z.regex(/^[\w-]{1,64}$/)), "none"),
    }),
    body: "none",
    reply: "redirect",
  },
  finishSignIn: {
    method: "GET",
    path: "/api/auth/callback",
    access: "public",
    summary: "Where the identity provider sends the browser back",
    body: "none",
    reply: "redirect",
  },
  issueToken: {
    method: "POST",
    path: "/api/auth/token",
    access: "cookie",
    summary: "A token for the browser session",
    body: "none",
    reply: z.object({ token: z.string(), expiresAt: z.iso.datetime(), profile: accountProfile }),
  },
  logOut: {
    method: "POST",
    path: "/api/auth/logout",
    access: "cookie",
    summary: "End the browser session and every token of it",
    body: "none",
    status: 204,
    reply: "none",
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
/** What a successful call answers. */
export type Reply<E extends Endpoint> = E["reply"] extends z.ZodMiniType
  ? z.infer<E["reply"]>
  : undefined;
/** Query after it was read by the server. */
export type Query<E extends Endpoint> = E["query"] extends z.ZodMiniType
  ? z.infer<E["query"]>
  : undefined;
/** JSON body after it was read by the server. */
export type Body<E extends Endpoint> = E["body"] extends z.ZodMiniType
  ? z.infer<E["body"]>
  : undefined;
