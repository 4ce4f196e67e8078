import type {
  Category,
  Condition,
  LocationType,
  OwnProduct,
  PauseReason,
  Product,
  ProductImage,
  RequestState,
} from "@market/contract/products/product";
import type { ContactChoice } from "@market/contract/students/student";
import { longDateOf } from "@market/contract/dates";
import * as messages from "@market/contract/products/own-listing-messages";
import { priceDropDays, reportsToAsk } from "@market/contract/limits";
import sql, { raw } from "sql-template-tag";

/** `visitor`: lists and public pages; `contact`: a counted contact; `owner`: the seller; `seller`: the seller in the own list. */
export type Viewer = "visitor" | "contact" | "owner" | "seller";

export type ProductRow = {
  code: string;
  id: string;
  sellerId: string;
  name: string;
  pricePaise: number;
  description: string;
  images: ProductImage[];
  createdAt: Date;
  isSold: boolean;
  category: Category;
  condition: Condition;
  locationType: LocationType;
  version: number;
  drafted: boolean;
  negotiable: boolean;
  availableFrom: string | null;
  confirmedAt: Date | null;
  unconfirmedSince: string | null;
  reservedUntil: Date | null;
  previousPricePaise: number | null;
  expired: boolean;
  contact: ContactChoice;
};
export type ContactRow = ProductRow & {
  phone: string;
  address: string;
  hidden: boolean;
  contactChoice: ContactChoice | null;
};
export type OwnRow = ContactRow & {
  saidSold: boolean;
  unanswered: boolean;
  resting: boolean;
  restingBecause: PauseReason | null;
  /** Whether it has expired in fact; `expired` also covers paused listings. */
  hasExpired: boolean;
  keptUntil: string | null;
  /** For a hidden listing: the note of the moderator who hid it, and the deadline of the case about its reports. */
  hiddenNote: string | null;
  decisionDueAt: Date | null;
  views: number;
  asked: number;
};

export const priceDropShown = raw(`interval '${priceDropDays} days'`);

/** The columns of a `ProductRow`, of `products product`: without phone and address (Q38, Q39). */
export const publicColumns = sql`
  (select short.code from short_codes short where short.product_id = product.id) as code, product.id, product.seller_id as "sellerId", product.name, product.price_paise as "pricePaise", product.description,
  (select coalesce(json_agg(photo.image order by photo.position), '[]') from photos photo
    where photo.product_id = product.id) as images,
  product.created_at as "createdAt", product.sold_at is not null as "isSold",
  product.category, product.condition, product.location_type as "locationType", product.version,
  product.drafted, product.negotiable,
  case when product.available_from > (now() at time zone 'Asia/Kolkata')::date
    then product.available_from::text end as "availableFrom",
  product.confirmed_at as "confirmedAt", product.unconfirmed_since::text as "unconfirmedSince",
  case when product.sold_at is null and product.reserved_until > now() then product.reserved_until end as "reservedUntil",
  case when product.sold_at is null and product.price_dropped_at > now() - ${priceDropShown}
    then product.previous_price_paise end as "previousPricePaise",
  product.sold_at is null and (product.expired_at is not null or product.resting_at is not null) as expired,
  case when product.asking then 'ask' else 'open' end as contact`;

/** The columns of a `ContactRow`, of `products product join users seller`. */
export const contactColumns = sql`${publicColumns},
  seller.phone, product.address, product.hidden_at is not null as hidden,
  case product.asks_first when true then 'ask' when false then 'open' end as "contactChoice"`;

/** The columns of an `OwnRow`: with views, and how many students requested the contact (R605). */
export const ownColumns = sql`${contactColumns},
  product.sold_at is null and (
    select count(distinct coalesce(report.reporter_id, report.id)) from reports report
    where report.product_id = product.id and report.reason = 'already-sold'
      and report.created_at > coalesce(product.confirmed_at, '-infinity')) >= ${reportsToAsk} as "saidSold",
  exists (select from unanswered_listings question where question.product_id = product.id) as unanswered,
  product.resting_at is not null as resting,
  case when product.resting_at is not null then coalesce(product.resting_because, 'no-answer') end as "restingBecause",
  product.sold_at is null and product.expired_at is not null as "hasExpired",
  (select kept.until::text from kept_listings kept where kept.product_id = product.id) as "keptUntil",
  case when product.hidden_at is not null then (
    select decision.note from decisions decision
    where decision.user_id = product.seller_id and decision.product_id = product.id and decision.action = 'hide'
      and decision.created_at >= product.hidden_at
    order by decision.id desc limit 1) end as "hiddenNote",
  case when product.hidden_at is not null then (
    select one.due_at from cases one
    where one.product_id = product.id and one.closed_at is null and one.appeal_against is null
      and one.grievance_id is null and one.hidden_at is not null) end as "decisionDueAt",
  (select count(*)::int from clicks click where click.product_id = product.id) as views,
  (select count(distinct reveal.user_id)::int from reveals reveal where reveal.product_id = product.id) as asked`;

/** The only place that decides who sees phone and address. @param request the state of the viewer's request, if buyers ask first */
export function presentProduct(row: ProductRow, viewer: "visitor", request?: RequestState): Product;
export function presentProduct(
  row: ContactRow,
  viewer: "contact" | "owner",
  request?: RequestState,
): Product;
export function presentProduct(row: OwnRow, viewer: "seller"): OwnProduct;
export function presentProduct(
  row: ProductRow & Partial<OwnRow>,
  viewer: Viewer,
  request?: RequestState,
): Product | OwnProduct {
  const contact = viewer === "visitor" ? undefined : row;
  const own = viewer === "seller" ? row : undefined;
  const isOwn = viewer === "seller" || viewer === "owner";
  return {
    _id: row.id,
    code: row.code,
    name: row.name,
    price: row.pricePaise / 100,
    description: row.description,
    images: row.images,
    createdAt: row.createdAt.toISOString(),
    seller: { _id: row.sellerId, phone: dialable(contact?.phone) },
    isSold: row.isSold,
    category: row.category,
    condition: row.condition,
    locationType: row.locationType,
    address: contact?.address ?? null,
    version: row.version,
    drafted: row.drafted || undefined,
    negotiable: row.negotiable || undefined,
    availableFrom: row.availableFrom ?? undefined,
    confirmedAt: row.confirmedAt?.toISOString(),
    unconfirmedSince: row.unconfirmedSince ?? undefined,
    reservedUntil: row.reservedUntil?.toISOString(),
    previousPrice: row.previousPricePaise === null ? undefined : row.previousPricePaise / 100,
    // Others see a paused listing as expired.
    expired: (own ? own.hasExpired : row.expired) || undefined,
    contact: row.contact,
    request,
    contactChoice: isOwn ? row.contactChoice : undefined,
    hidden: contact?.hidden || undefined,
    saidSold: own?.saidSold || undefined,
    unanswered: own?.unanswered || undefined,
    resting: own?.resting || undefined,
    keptUntil: own?.keptUntil ?? undefined,
    restingBecause: own?.restingBecause ?? undefined,
    hiddenBecause: own?.hidden ? hiddenBecause(own) : undefined,
    views: own?.views,
    asked: own?.asked,
  };
}

function hiddenBecause({ hiddenNote, decisionDueAt }: Partial<OwnRow>): string {
  if (hiddenNote) return hiddenNote;
  return decisionDueAt
    ? messages.hiddenByReports(longDateOf(decisionDueAt))
    : messages.hiddenByModerators;
}

export const presentProducts = (rows: readonly ProductRow[]): Product[] =>
  rows.map((row) => presentProduct(row, "visitor"));

/** A number too short to dial is never offered (Q44). */
const dialable = (phone: string | undefined): string | null =>
  phone !== undefined && phone.replace(/\D/g, "").length >= 7 ? phone : null;
