-- What a listing says besides: whether the price is open to talk, from when it can be had, until when it is promised to
-- somebody, and what it cost before it became cheaper. An expired one left the lists and waits for its seller.
alter table products
  add column negotiable boolean not null default false,
  add column available_from date,
  add column reserved_until timestamptz,
  add column previous_price_paise integer,
  add column price_dropped_at timestamptz,
  add column expired_at timestamptz;
alter table products add constraint products_expired_unlisted
  check (expired_at is null or sold_at is not null or not listed) not valid;

-- What the job looks at that ends listings and reservations by the clock: small, and in the order of time, so that a
-- look costs as much among a million listings as among ten. `alive_at` is the last sign of life of the seller.
create table listing_clocks (
  product_id uuid primary key references products on delete cascade,
  alive_at timestamptz not null default now(),
  reserved_until timestamptz,
  -- When the seller was told that it expires soon.
  told_at timestamptz
);
-- Listings of before begin anew, so that none expires by an update of the market.
insert into listing_clocks (product_id) select id from products where sold_at is null;
create index listing_clocks_alive on listing_clocks (alive_at);
create index listing_clocks_reserved on listing_clocks (reserved_until) where reserved_until is not null;

create function start_listing() returns trigger
language plpgsql as $$
begin
  insert into listing_clocks (product_id, alive_at, reserved_until)
  select id, greatest(updated_at, confirmed_at), reserved_until from added;
  insert into sold_words
  select added.id, word, added.category, added.condition, added.price_paise, added.sold_at
  from added cross join lateral (select distinct unnest(words_of(added.name)) as word) named
  where added.sold_at is not null and word <> '';
  return null;
end $$;

create function set_listing_clock() returns trigger
language plpgsql as $$
begin
  insert into listing_clocks (product_id, alive_at, reserved_until)
  values (new.id, greatest(new.updated_at, new.confirmed_at), new.reserved_until)
  on conflict (product_id) do update
  set alive_at = excluded.alive_at, reserved_until = excluded.reserved_until, told_at = null;
  return null;
end $$;

create trigger products_start after insert on products
referencing new table as added
for each statement execute function start_listing();

create trigger products_set_clock after update on products
for each row when ((old.updated_at, old.confirmed_at, old.reserved_until)
  is distinct from (new.updated_at, new.confirmed_at, new.reserved_until))
execute function set_listing_clock();

-- What a listing cost until it was changed.
create table price_changes (
  product_id uuid not null references products on delete cascade,
  price_paise integer not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (product_id, changed_at)
);

create function keep_price() returns trigger
language plpgsql as $$
begin
  insert into price_changes (product_id, price_paise) values (old.id, old.price_paise);
  return null;
end $$;

create trigger products_keep_price after update on products
for each row when (old.price_paise <> new.price_paise)
execute function keep_price();

-- Under the words of their names, what things were sold for: a hint for a price reads a few of each word, the latest.
create table sold_words (
  product_id uuid not null references products on delete cascade,
  word text collate "C" not null,
  category text not null,
  condition text not null,
  price_paise integer not null,
  sold_at timestamptz not null,
  primary key (product_id, word)
);
insert into sold_words
select product.id, word, product.category, product.condition, product.price_paise, product.sold_at
from products product cross join lateral (select distinct unnest(words_of(product.name)) as word) named
where product.sold_at is not null and word <> '';
create index sold_words_latest on sold_words (word, category, condition, sold_at desc) include (price_paise, product_id);

create function keep_sold_words() returns trigger
language plpgsql as $$
begin
  delete from sold_words where product_id = new.id;
  insert into sold_words
  select new.id, word, new.category, new.condition, new.price_paise, new.sold_at
  from (select distinct unnest(words_of(new.name)) as word) named
  where new.sold_at is not null and word <> '';
  return null;
end $$;

create trigger products_keep_sold_words after update on products
for each row when (old.sold_at is distinct from new.sold_at)
execute function keep_sold_words();

-- What a seller has deleted, for a few days: the row as it was, with its photos. No query of listings can meet it here.
create table deleted_listings (
  product_id uuid primary key,
  seller_id uuid not null references users on delete cascade,
  product jsonb not null,
  photos jsonb not null,
  files text[] not null,
  deleted_at timestamptz not null default now()
);
create index deleted_listings_seller on deleted_listings (seller_id, deleted_at desc);
create index deleted_listings_age on deleted_listings (deleted_at);
create index deleted_listings_files on deleted_listings using gin (files);
