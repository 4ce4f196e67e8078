import { newCardsMost, newItemsPerSeller, newLeast } from "@market/contract/limits";
import { priceBands, type Category, type ProductFilter } from "@market/contract/products/product";
import sql, { empty, join, type Sql } from "sql-template-tag";
import type { NewListings } from "@market/contract/sharing/endpoints";
import { campusToday } from "../db/clock.sql.ts";
import type { Queries } from "../db/database.ts";
import { soldRecently } from "../products/listing-life.ts";
import { presentProducts, type ProductRow, publicColumns } from "../products/present-product.ts";

export type NewItem = {
  id: string;
  name: string;
  pricePaise: number;
  category: Category;
  code: string;
};

type Choice = Pick<ProductFilter, "category" | "condition" | "locationType" | "priceRange">;

/**
 * Whether `products product` is new and on offer. An open case leaves it out, because a message cannot be taken back, unlike
 * a list; an appeal and a grievance name the listing by the decision that they are about.
 */
export const isNewItem = (
  days: number,
): Sql => sql`(${isNewListing(days)} and product.sold_at is null
  and (product.reserved_until is null or product.reserved_until <= now()))`;

/** The same, also if it is sold or reserved by now. */
const isNewListing = (days: number): Sql => sql`(
  product.listed and product.created_at > now() - make_interval(days => ${days})
  and not exists (
    select from cases one left join decisions decision on decision.id = one.appeal_against
    where one.closed_at is null and product.id in (one.product_id, decision.product_id)))`;

/** Newest first, a few of each seller. @param among the products that fit a search text @returns at most `most`, and how many there are */
export async function selectNewItems(
  db: Queries,
  { days, among, most, ...choice }: Choice & { days: number; among?: string[]; most: number },
): Promise<{ items: NewItem[]; count: number }> {
  const band = choice.priceRange && priceBands[choice.priceRange];
  const clauses = [
    isNewItem(days),
    choice.category && sql`product.category = ${choice.category}`,
    choice.condition && sql`product.condition = ${choice.condition}`,
    choice.locationType && sql`product.location_type = ${choice.locationType}`,
    band && sql`product.price_paise >= ${band.least * 100}`,
    band?.most !== undefined && sql`product.price_paise <= ${band.most * 100}`,
    among && sql`product.id = any(${among}::uuid[])`,
  ].filter((clause): clause is Sql => Boolean(clause));
  const rows = await db.query<NewItem & { count: number }>(sql`
    select id, name, price_paise as "pricePaise", category, count,
      (select short.code from short_codes short where short.product_id = chosen.id) as code
    from (select numbered.*, (count(*) over ())::int as count from (
      select product.*, row_number() over (
        partition by product.seller_id order by product.created_at desc, product.id desc) as nth
      from products product where ${join(clauses, " and ")}) numbered
    where nth <= ${newItemsPerSeller}
    order by created_at desc, id desc
    limit ${most}) chosen
    order by created_at desc, id desc`);
  return { items: rows, count: rows[0]?.count ?? 0 };
}

/** Counts the available items that are new since midnight on the campus. @returns the day as YYYY-MM-DD */
export async function countNewToday(db: Queries): Promise<{ day: string; items: number }> {
  const [row] = await db.query<{ day: string; items: number }>(sql`
    select ${campusToday}::text as day, (select count(*)::int from products product
      where ${isNewItem(1)} and (product.created_at at time zone 'Asia/Kolkata')::date = ${campusToday}) as items`);
  if (row === undefined) throw new Error("Nothing was counted");
  return row;
}

/** Selects what the page shows: listings of a day, or of a week when these are few; sold ones stay while they are listed. */
export async function selectNews(
  db: Queries,
  category: Category | undefined,
): Promise<NewListings> {
  const select = (days: number) =>
    db.query<ProductRow>(sql`
      select ${publicColumns} from products product
      where ${isNewListing(days)} and ${soldRecently}
        ${category === undefined ? empty : sql`and product.category = ${category}`}
      order by product.created_at desc, product.id desc limit ${newCardsMost}`);
  const ofDay = await select(1);
  const chosen = category && { category };
  if (ofDay.length >= newLeast) return { days: 1, ...chosen, products: presentProducts(ofDay) };
  return { days: 7, ...chosen, products: presentProducts(await select(7)) };
}
