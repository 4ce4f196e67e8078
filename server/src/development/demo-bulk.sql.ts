import { categories, conditions } from "@market/contract/products/product";
import { semesters } from "@market/contract/students/student";
import sql, { raw, type Sql } from "sql-template-tag";
import { developmentIssuer } from "../identity/development-accounts.ts";
import {
  courses,
  firstNames,
  lastNames,
  openings,
  places,
  sentences,
  things,
} from "@market/fixtures/words";

/** A UUIDv7 (RFC 9562) from milliseconds since 1970 and 19 hexadecimal digits. */
const uuidOf = (milliseconds: Sql, digits: Sql) =>
  sql`(lpad(to_hex(${milliseconds}), 12, '0') || '7' || substr(${digits}, 1, 3) || '8' || substr(${digits}, 4, 15))::uuid`;
const pick = (words: readonly string[], chance: Sql) =>
  sql`(${words}::text[])[1 + floor(${chance} * ${words.length}::int)::int]`;

export function insertStudents(from: number, to: number, seed: number): Sql {
  return sql`
    with person as (
      select i, md5('student ' || ${seed}::int || ' ' || i) as digits,
        ${pick(firstNames, sql`random()`)} as first, ${pick(lastNames, sql`random()`)} as last,
        random() as course, random() as semester
      from generate_series(${from}::int, ${to}::int) i
    ), named as (
      select *, lower(first || '.' || last) || '.' || ${seed}::int || '.' || i || '@cgu.example' as email from person
    ), identity as (
      insert into identities (id, issuer, subject, email, name)
      select ${uuidOf(sql`(extract(epoch from now()) * 1000)::bigint`, sql`digits`)}, ${developmentIssuer},
        translate(encode(sha256(convert_to(email, 'UTF8')), 'base64'), '+/=', '-_'), email, first || ' ' || last
      from named
      on conflict do nothing
      returning id, email
    )
    insert into users (id, identity_id, name, phone, country, course, semester)
    select identity.id, identity.id, named.first || ' ' || named.last, '+9161' || lpad((10000000 + named.i)::text, 8, '0'), 'India',
      ${pick(courses, sql`named.course`)}, ${pick(semesters, sql`named.semester`)}
    from identity join named using (email)`;
}

/** Sellers are drawn by number: a few sell much, most sell little. */
export const createSellerNumbers = sql`
  create temporary table seller_number on commit drop as
  select row_number() over (order by id)::int as number, id from users`;

/** Stored pictures, or as many that are not, for the listings to share. */
export const createSharedPictures = sql`
  create temporary table shared_picture on commit drop as
  select (row_number() over () - 1)::int as number, image, bytes
  from (select image, bytes from photos where product_id is not null order by id limit 250) stored
  union all
  select i, json_build_object('id', gen_random_uuid(), 'url', '/photos/none-640.webp', 'width', 960, 'height', 1200,
    'thumbhash', '1QcSHQRnh493V4dIh4eXh1h4kJUI', 'color', '#9aa5a0', 'sources', json_build_array()), 0
  from generate_series(0, 24) i
  where not exists (select from photos where product_id is not null)`;

/** The n-th category comes 1/n as often as the first (Zipf). */
const zipf = categories
  .map((_, i) => i)
  .slice(1)
  .map((n) => harmonic(n) / harmonic(categories.length));
function harmonic(n: number): number {
  return Array.from({ length: n }, (_, i) => 1 / (i + 1)).reduce((sum, part) => sum + part, 0);
}
const conditionOrder = [conditions[2], conditions[1], conditions[3], conditions[0]];
const year = 365 * 86_400;

/** Listings `from` to `to` of `count`, oldest first and denser towards today. Their photos own no files. */
export function insertListings(
  from: number,
  to: number,
  count: number,
  seed: number,
  sellers: number,
  pictures: number,
): Sql {
  return sql`
    with drawn as (
      select i, md5(${seed}::int || ' ' || i) as digits,
        extract(epoch from now()) - ${year}::float8 * (1 - i::float8 / ${count + 1}::int) ^ 2 as made,
        width_bucket(random(), ${zipf}::float8[]) as category,
        width_bucket(random(), '{0.5,0.75,0.9}'::float8[]) as condition,
        random() < 0.7 as near, random() < 0.12 as sold, random() as sold_after,
        1 + floor(${sellers}::int * random() ^ 1.5)::int as seller,
        (random() + random()) / 2 as price, random() as opening, random() as thing,
        random() as first, random() as second, random() as place, random() as model
      from generate_series(${from}::int, ${to}::int) i
    ), listing as (
      select *, to_timestamp(floor(made * 1000) / 1000) as at,
        case when sold then to_timestamp(made + (extract(epoch from now()) - made) * sold_after) end as sold_at
      from drawn
    ), product as (
      insert into products (id, seller_id, name, price_paise, description, category, condition, location_type,
        address, created_at, updated_at, sold_at)
      select ${uuidOf(sql`floor(made * 1000)::bigint`, sql`digits`)}, seller_number.id,
        ${pick(openings, sql`opening`)} || ' ' || (${things.flat()}::text[])[category * 12 + 1 + floor(thing * 12)::int],
        greatest(40, round(exp(ln(40) + price * ln(1000)) / 10) * 10)::int * 100,
        ${pick(sentences, sql`first`)} || ' ' || ${pick(sentences, sql`second`)} || ' Model ' || upper(substr(digits, 20, 2)) || '-' || floor(model * 9000 + 1000)::int || '.',
        (${categories}::text[])[category + 1], (${conditionOrder}::text[])[condition + 1],
        case when near then 'On-Campus' else 'nearby' end,
        ${pick(places, sql`place`)}, at, coalesce(sold_at, now()), sold_at
      from listing join seller_number on seller_number.number = seller
      returning id, seller_id, created_at, random_key
    )
    insert into photos (id, owner_id, product_id, position, image, files, bytes, created_at)
    select overlay(product.id::text placing lpad(to_hex(position * 800), 3, '0') from 16 for 3)::uuid,
      product.seller_id, product.id, position, shared_picture.image, '{}', shared_picture.bytes, product.created_at
    from product
    cross join generate_series(0, 4) position
    join shared_picture on shared_picture.number = (floor(product.random_key * ${pictures}::int)::int + position) % ${pictures}::int`;
}

const slowTables = raw(
  ["products", "photos", "search_entries", "listing_clocks", "sold_words"]
    .map((name) => `'${name}'::regclass`)
    .join(),
);

/** Made again in one pass they cost far less than a look-up per row. */
export const selectSlowParts = sql`
  select format('drop index %I', class.relname) as drop, pg_get_indexdef(index.indexrelid) as create
  from pg_index index join pg_class class on class.oid = index.indexrelid
  where index.indrelid in (${slowTables}) and not index.indisunique
  union all
  select format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint
  where contype = 'f' and conrelid in (${slowTables})`;
