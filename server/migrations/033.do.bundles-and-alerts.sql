-- What a student sells who leaves the campus, under one address. Its things are ordinary listings, which it does not own.
create table bundles (
  id uuid primary key,
  seller_id uuid not null references users on delete cascade,
  place text not null,
  leaving_on date not null,
  created_at timestamptz not null default now()
);
create index bundles_seller on bundles (seller_id, id desc);

create table bundle_products (
  bundle_id uuid not null references bundles on delete cascade,
  product_id uuid not null references products on delete cascade,
  position smallint not null,
  primary key (bundle_id, product_id)
);
create index bundle_products_product on bundle_products (product_id);

-- Searches of which a student wants to hear, and when they last did.
create table alerts (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  q text,
  category text,
  condition text,
  location_type text,
  price_range text,
  created_at timestamptz not null default now(),
  told_at timestamptz
);
create unique index alerts_same on alerts (user_id, coalesce(q, ''), coalesce(category, ''), coalesce(condition, ''),
  coalesce(location_type, ''), coalesce(price_range, ''));
