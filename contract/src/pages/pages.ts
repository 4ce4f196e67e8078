import type { CampusSettings } from "../campus.ts";
import { newItemsOnCard } from "../limits.ts";
import type { Category, Condition, Product } from "../products/product.ts";
import type { SellerFacts } from "../students/student.ts";
import type { NewListings } from "../sharing/endpoints.ts";
import type { TransparencyMonth } from "../moderation/schemas.ts";
import type { Bundle } from "../bundles/schemas.ts";

/** The page of public statistics; its document contains the numbers. */
export const transparencyPage = "/transparency";
/** New listings, also of one category: `?category=`. */
export const newPage = "/new";

/** Addresses whose document is public. */
export const publicPages = [
  "/login",
  "/register",
  "/",
  "/home",
  "/about",
  "/terms",
  "/privacy",
  "/how-it-works",
  "/community-guidelines",
  "/credits",
  "/grievance",
  transparencyPage,
  newPage,
] as const;
/** Addresses whose document is only the signed-out shell; the browser's guard decides the rest. */
export const protectedPages = [
  "/buy",
  "/sell",
  "/sell/many",
  "/cart",
  "/saved",
  "/profile",
  "/notices",
  "/farewell",
  "/suspended",
  "/edit-product/{productId}",
] as const;

/** The moderators' pages; for all other users they do not exist. */
export const moderationPage = "/moderation";
export const caseAddress = (caseId: string): string => `${moderationPage}?case=${caseId}`;
export const moderatorsPages = [moderationPage, "/operations"] as const;

/** Takes what another app shares: a form with `title`, `text`, `url` and `photos`. */
export const shareTarget = "/sell/share";

/** The short address of a product, for chats and notice boards. */
export const shortAddress = "/i/{code}";
/** The page of a key, which shows a student's own listings without signing in. */
export const keyPage = "/k/{key}";
/** The page of a link in a mail, on which a seller answers one request for the number without signing in. */
export const requestPage = "/r/{token}";
/** The public page of one product (Q10); made on demand, since there is one for every product. */
export const itemPage = "/item/{productId}";

/** A page with a code to print and pin up. */
export const itemPoster = "/item/{productId}/poster";

/** A student's move-out sale. */
export const bundlePage = "/leaving/{bundleId}";
export const bundlePoster = "/leaving/{bundleId}/poster";
export const bundleCard = "/leaving/{bundleId}/card.jpg";

/** Public pages that are made on demand, one for each listing or bundle. */
export const pagesOfOne = [itemPage, itemPoster, bundlePage, bundlePoster] as const;

/** The picture that messengers show beside a link to a product's page. */
export const itemCard = "/item/{productId}/card.jpg";
/** Returns the address of a product's preview card, which changes with the product, so that no cache shows an old one. */
export const cardUrl = ({ _id: productId, version }: Product): string =>
  `${itemCard.replace("{productId}", productId)}?v=${version}`;

/** The picture beside a link to the page of new listings, also of one category: `?category=`. */
export const newCard = "/new/card.jpg";
/** Selects what that picture shows: the newest that are on offer. */
export const onNewCard = (products: readonly Product[]): Product[] =>
  products
    .filter(({ isSold, reservedUntil }) => !isSold && !reservedUntil)
    .slice(0, newItemsOnCard);
/** Changes when a listing enters or leaves the picture, or changes. */
export const newCardVersion = (shown: readonly Product[]): string =>
  shown.map(({ code, version }) => `${code}${version}`).join("-");
export const newCardUrl = (category: Category | undefined, shown: readonly Product[]): string => {
  const choice = category === undefined ? "" : `category=${encodeURIComponent(category)}&`;
  return `${newCard}?${choice}v=${newCardVersion(shown)}`;
};

/** Changes with every change of its items. */
export const bundleCardUrl = ({ id, products }: Bundle): string =>
  `${bundleCard.replace("{bundleId}", id)}?v=${products.reduce((sum, { version }) => sum + version, products.length)}`;

/** Counted by the server, without the key. */
export const keyPageViewed = "/k";

/** The addresses that a page view may name: templates, never an id; `404` covers every unknown address. */
export const viewedPages = [
  ...publicPages,
  ...protectedPages,
  ...pagesOfOne,
  keyPageViewed,
  "404",
] as const;

/** The catalogue on the home page; never sold products (Q16). */
export type HomeProducts = { featured: Product[]; latest: Product[] };

/** One product without phone and address, unsold ones of its category at about its price, and facts of its seller. */
export type Item = { product: Product; similar: Product[]; seller: SellerFacts };

/** The data of a document. `renderedAt` is ISO 8601, so that server and browser agree on every age. */
export type PageData = {
  campus: CampusSettings;
  renderedAt: string;
  home?: HomeProducts;
  /** Null when there is no such product. */
  item?: Item | null;
  bundle?: Bundle | null;
  transparency?: TransparencyMonth[];
  news?: NewListings;
};

/** A product as search engines and messengers read it. `images` are paths, `price` is in rupees. */
export type DescribedProduct = {
  name: string;
  description: string;
  images: string[];
  price: number;
  category: string;
  condition: Condition;
  isSold: boolean;
};

/** The content of `<head>`; the server escapes it. */
export type PageHead = {
  title: string;
  description: string;
  /** Absolute path of a preview picture (JPEG), what it shows, and its size in pixels. */
  image?: { url: string; alt: string; width: number; height: number };
  product?: DescribedProduct;
  /** Pages that search engines must not index. */
  hidden?: boolean;
};

/** One rendered page, as the page bundle hands it to the server. */
export type RenderedPage = {
  status: 200 | 404;
  html: string;
  head: PageHead;
  /** JSON of the data block, read by the browser before it hydrates. */
  data: unknown;
  /** Source modules that this page needs in addition to the entry, `src/pages/home.tsx`. */
  modules: string[];
};

/** Renders the page at an absolute address; the 404 page when it is none of the above. */
export type Render = (address: string, data: PageData) => Promise<RenderedPage>;

/** A build's list of its files; addresses start with a slash. */
export type PageAssets = {
  script: string;
  /** Files to fetch early, by source module. */
  modules: Record<string, string[]>;
  /** The whole style sheet. */
  style: string;
  /** The same, rule by rule. */
  styleRules: StyleRule[];
};

/** A rule of the style sheet, or a group such as `@media (width >= 768px){` with its rules. */
export type StyleRule =
  | {
      text: string;
      /** For each selector the classes without which it matches nothing; absent from rules that always apply. */
      classes?: string[][];
    }
  | { open: string; rules: StyleRule[] };
