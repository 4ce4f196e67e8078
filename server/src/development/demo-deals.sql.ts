import { demoStudents } from "@market/fixtures/demo-students";
import * as messages from "@market/contract/notices/messages";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { addNotices } from "../notices/notices.sql.ts";

const said: [buyer: string, seller: string][] = [
  ["On time, and exactly as in the photos.", "Came on time, paid at once."],
  ["Even gave me the charger with it.", ""],
  ["", "Friendly, no haggling at the gate."],
  ["Fair price, showed me that it works.", "All good."],
];
/** They keep a line without deals, for what else the demo shows. */
const withoutDeals = ["meera", "nusrat", "sujan"];

type Sold = { id: string; name: string; sellerId: string; seller: string; soldAt: Date };

/** Adds deals with feedback for most sold listings of the demo students, replies, and a notice for every student. */
export async function insertDemoDeals(
  db: Queries,
  students: ReadonlyMap<string, string>,
): Promise<void> {
  const sold = await db.query<Sold>(sql`
    select product.id, product.name, product.seller_id as "sellerId", split_part(seller.name, ' ', 1) as seller,
      product.sold_at as "soldAt"
    from products product join users seller on seller.id = product.seller_id
    where product.sold_at is not null order by product.id`);
  const dealers = demoStudents.filter(({ key }) => !withoutDeals.includes(key));
  for (const [nth, thing] of sold.entries()) {
    const others = dealers.filter(({ key }) => students.get(key) !== thing.sellerId);
    const buyer = others[nth % others.length];
    const sells = dealers.some(({ key }) => students.get(key) === thing.sellerId);
    if (buyer === undefined || !sells) continue;
    await insertDeal(db, thing, students.get(buyer.key) ?? "", said[nth % said.length] ?? ["", ""]);
  }
  const askers = ["imran", "arjun", "biswajit"].map((key) => students.get(key) ?? "");
  await addContacts(db, askers);
  await askAboutContact(db, students.get("imran") ?? "", students.get("priya") ?? "");
}

async function insertDeal(
  db: Queries,
  { id, name, sellerId, soldAt }: Sold,
  buyerId: string,
  [ofBuyer, ofSeller]: [string, string],
): Promise<void> {
  const dealId = newId(soldAt.getTime());
  await db.query(sql`
    insert into outcomes (buyer_id, product_id, seller_id, contacted_at, asked, asked_at, replied, replied_at, bought)
    values (${buyerId}, ${id}, ${sellerId}, ${soldAt}, 1, ${soldAt}, true, ${soldAt}, 'yes') on conflict do nothing`);
  await db.query(sql`
    insert into deals (id, product_id, name, seller_id, buyer_id, created_at, confirmed_at)
    values (${dealId}, ${id}, ${name}, ${sellerId}, ${buyerId}, ${soldAt}, ${soldAt}) on conflict do nothing`);
  const sides = [
    ["buyer", buyerId, sellerId, ofBuyer, ["on-time", "as-described"]],
    ["seller", sellerId, buyerId, ofSeller, ["friendly"]],
  ] as const;
  for (const [role, author, about, text, tags] of sides)
    await db.query(sql`
      insert into feedback (deal_id, role, author_id, about_id, good, tags, text, created_at, shown_at)
      select ${dealId}, ${role}, ${author}, ${about}, true, ${[...tags]}::text[], ${text}, ${soldAt}, ${soldAt}
      from deals where id = ${dealId} on conflict do nothing`);
}

async function addContacts(db: Queries, [one = "", two = "", three = ""]: string[]) {
  const newest = await db.query<{ sellerId: string; id: string; name: string }>(sql`
    select distinct on (seller_id) seller_id as "sellerId", id, name from products
    where sold_at is null order by seller_id, id desc`);
  for (const { sellerId, id } of newest) {
    const [first, second] = [one, two, three].filter((asker) => asker !== sellerId);
    await db.query(sql`
      insert into reveals (user_id, day, product_id)
      values (${first}, current_date, ${id}), (${second}, current_date, ${id}) on conflict do nothing`);
    await db.query(sql`
      insert into clicks (product_id, day, viewer)
      select ${id}, current_date, sha256(${sellerId}::uuid::text::bytea || int4send(nth))
      from generate_series(1, 9) as nth on conflict do nothing`);
  }
  await addNotices(
    db,
    newest.map(({ sellerId, id, name }) => ({
      userId: sellerId,
      kind: "contacted",
      text: messages.contacted(2, name),
      productId: id,
      dedupeKey: `contacted:${id}:demo`,
    })),
  );
}

async function askAboutContact(db: Queries, buyerId: string, sellerId: string): Promise<void> {
  await db.query(sql`
    insert into outcomes (buyer_id, product_id, seller_id, contacted_at)
    select ${buyerId}, id, seller_id, now() - interval '5 hours' from products
    where seller_id = ${sellerId} and sold_at is null order by id desc limit 1
    on conflict do nothing`);
}
