import type { DemoStudent } from "@market/fixtures/demo-students";
import type { DemoListing } from "@market/fixtures/listings";
import { consentVersion } from "@market/contract/limits";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import type { Photo } from "../photos/photos.sql.ts";
import { newId } from "../db/ids.ts";
import { insertConsent } from "../rights/consents.sql.ts";
import { developmentIssuer, developmentSubject } from "../identity/development-accounts.ts";

export async function selectOptionalDemoMark(db: Queries) {
  const [row] = await db.query<{ state: "loading" | "loaded" }>(sql`
    select value ->> 'state' as state from settings where name = 'demo_data'`);
  return row?.state;
}

export async function upsertDemoMark(db: Queries, state: "loading" | "loaded"): Promise<void> {
  await db.query(sql`
    insert into settings (name, value) values ('demo_data', jsonb_build_object('state', ${state}::text))
    on conflict (name) do update set value = excluded.value`);
}

export async function hasUsers(db: Queries): Promise<boolean> {
  return (await db.query(sql`select from users limit 1`)).length > 0;
}

export async function upsertDemoStudent(db: Queries, member: DemoStudent): Promise<string> {
  const subject = developmentSubject(member.email);
  const [row] = await db.query<{ id: string }>(sql`
    with identity as (
      insert into identities (id, issuer, subject, email, name)
      values (${newId()}, ${developmentIssuer}, ${subject}, ${member.email}, ${member.name})
      on conflict on constraint identities_subject_unique do update set name = excluded.name
      returning id
    )
    insert into users (id, identity_id, name, phone, country, course, semester, bio, avatar)
    select ${newId()}, id, ${member.name}, ${member.phone}, ${member.country}, ${member.course},
      ${member.semester}, ${member.bio}, ${member.avatar}
    from identity
    on conflict on constraint users_identity_unique do update set name = excluded.name
    returning id`);
  if (!row) throw new Error(`${member.key} was neither found nor registered`);
  await insertConsent(db, row.id, consentVersion);
  return row.id;
}

export async function hasListing(db: Queries, sellerId: string, name: string): Promise<boolean> {
  return (
    (await db.query(sql`select from products where seller_id = ${sellerId} and name = ${name}`))
      .length > 0
  );
}

/** Inserts a listing as if it had been made `ageMinutes` before `now`. */
export async function insertListing(
  db: Queries,
  sellerId: string,
  listing: DemoListing,
  photos: readonly Photo[],
  now: number,
): Promise<void> {
  const createdAt = new Date(now - listing.ageMinutes * 60_000);
  const soldAt =
    listing.soldMinutesAgo === undefined ? null : new Date(now - listing.soldMinutesAgo * 60_000);
  const id = newId(createdAt.getTime());
  await db.query(sql`
    insert into products (id, seller_id, name, price_paise, description, category, condition, location_type,
      address, created_at, updated_at, sold_at)
    values (${id}, ${sellerId}, ${listing.name}, ${listing.price * 100}, ${listing.description}, ${listing.category},
      ${listing.condition}, ${listing.locationType}, ${listing.address}, ${createdAt}, ${soldAt ?? createdAt},
      ${soldAt})`);
  for (const [position, photo] of photos.entries()) {
    await db.query(sql`
      insert into photos (id, owner_id, product_id, position, image, files, bytes, created_at)
      values (${photo.id}, ${sellerId}, ${id}, ${position}, ${JSON.stringify(photo.image)}, ${photo.files},
        ${photo.bytes}, ${createdAt})`);
  }
}

/** Adds a month of statistics for /operations, with a campus that is busier on weekdays than on Sundays. */
export async function insertStatistics(db: Queries): Promise<void> {
  await db.query(sql`
    with days as (
      select day::date, extract(isodow from day)::int as weekday, extract(doy from day)::int as nth
      from generate_series(current_date - 29, current_date - 1, interval '1 day') day
    ), numbers as (
      select day, 'sign-ins' as name, 34 + nth * 7 % 13 - case weekday when 7 then 22 else 0 end as value from days
      union all select day, 'contacts', 15 + nth * 5 % 11 - case weekday when 7 then 9 else 0 end from days
      union all select day, 'empty-searches', nth * 3 % 6 from days
      union all select day, 'errors', case nth % 11 when 0 then 2 else 0 end from days
      union all select day, 'busy', case nth % 13 when 0 then 40 else 0 end from days
      union all select day, 'disk-free', 0.62 - 0.004 * (day - (current_date - 29)) from days
      union all select day, 'backup-age', 9 * 3600 + nth * 311 % 3600 from days
      union all select created_at::date, 'listings', count(*) from products group by created_at::date
      union all select sold_at::date, 'sold', count(*) from products where sold_at is not null group by sold_at::date
    )
    insert into daily_figures (day, name, value)
    select day, name, value from numbers where day between current_date - 29 and current_date - 1
    on conflict (day, name) do nothing`);
}
