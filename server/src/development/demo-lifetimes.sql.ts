import { listings } from "@market/fixtures/listings";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";

const nameOf = (key: string): string => {
  const found = listings.find((listing) => listing.key === key);
  if (!found) throw new Error(`There is no demo listing ${key}`);
  return found.name;
};
const namesOf = (...keys: string[]): string[] => keys.map(nameOf);
/** Expired, and about to: their sellers have said nothing of them. */
const forgotten = namesOf("umbrella", "dholak");
const reserved = namesOf("study-chair", "projector");
const offers = namesOf("sofa", "bed", "camera", "scooty");
const cheaper = namesOf("camera", "blazer");
/** Listings of Rohan, who leaves after this semester; the motorcycle is sold. */
const leaving = namesOf("sofa", "bed", "semester-books", "blazer", "gate-notes", "motorcycle");

export async function insertDemoLifetimes(
  transaction: Queries,
  sellers: ReadonlyMap<string, string>,
): Promise<void> {
  await transaction.query(sql`
    update products set confirmed_at = now() - interval '3 days'
    where sold_at is null and created_at < now() - interval '80 days' and name <> all (${forgotten}::text[])`);
  await transaction.query(sql`
    update products set reserved_until = now() + interval '2 days' where name = any(${reserved}::text[])`);
  await transaction.query(sql`
    update products set negotiable = true where name = any(${offers}::text[])`);
  await transaction.query(sql`
    update products set available_from = (now() + interval '12 days')::date where name = ${nameOf("bed")}`);
  await transaction.query(sql`
    update products set previous_price_paise = price_paise * 5 / 4, price_dropped_at = now() - interval '1 day'
    where name = any(${cheaper}::text[])`);
  const rohan = sellers.get("rohan");
  const bundleId = newId();
  await transaction.query(sql`
    with bundle as (
      insert into bundles (id, seller_id, place, leaving_on)
      select ${bundleId}, ${rohan}, 'Hostel 2, ground floor', (now() + interval '18 days')::date
      where not exists (select from bundles where seller_id = ${rohan})
      returning id
    )
    insert into bundle_products (bundle_id, product_id, position)
    select bundle.id, product.id, array_position(${leaving}::text[], product.name)
    from bundle, products product where product.seller_id = ${rohan} and product.name = any(${leaving}::text[])`);
  await transaction.query(sql`
    insert into alerts (id, user_id, q) values (${newId()}, ${sellers.get("asha")}, 'guitar')
    on conflict do nothing`);
}
